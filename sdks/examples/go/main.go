// A private image that trains on data from a network volume.
package main

import (
	"example.com/pulumi-compute-platform/sdks/go/compute"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Looked up while the program runs: a data center that offers the volume's tier.
		sites, err := compute.GetDataCenters(ctx, &compute.GetDataCentersArgs{
			NetworkVolumeTypes: []compute.NetworkVolumeType{compute.NetworkVolumeTypeStandard},
		})
		if err != nil {
			return err
		}
		registry, err := compute.NewRegistryCredential(ctx, "registry", &compute.RegistryCredentialArgs{
			Username: pulumi.String("puller"),
			Password: config.New(ctx, "").RequireSecret("registryPassword"),
		})
		if err != nil {
			return err
		}
		data, err := compute.NewNetworkVolume(ctx, "data", &compute.NetworkVolumeArgs{
			DataCenter: pulumi.String(sites.DataCenters[0].Id),
			Size:       pulumi.Int(100),
		})
		if err != nil {
			return err
		}
		mount := &compute.NetworkMountArgs{VolumeId: data.ID(), Path: pulumi.String("/data")}
		trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{
			Image:           pulumi.String("registry.example.com/acme/trainer:1.4.0"),
			Registry:        registry.ID(),
			Gpu:             &compute.PodGpuArgs{Id: pulumi.String("NVIDIA L40S")},
			GpuAlternatives: compute.PodGpuArray{&compute.PodGpuArgs{Id: pulumi.String("NVIDIA A40")}},
			DataCenterIds:   pulumi.StringArray{data.DataCenter},
			Mounts:          &compute.MountsArgs{Network: compute.NetworkMountArray{mount}},
			Env:             pulumi.StringMap{"HF_HOME": pulumi.String("/data/cache")},
			Ports:           pulumi.ToStringArray([]string{"22/tcp"}),
			StartSsh:        pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		ctx.Export("ssh", trainer.Ssh.Command())
		return nil
	})
}
