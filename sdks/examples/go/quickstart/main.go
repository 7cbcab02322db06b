// A private image, a shared volume, a pod that uses both, and a cluster.
package main

import (
	"example.com/pulumi-compute-platform/sdks/go/compute"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		text := func(name, otherwise string) string {
			if value := settings.Get(name); value != "" {
				return value
			}
			return otherwise
		}
		number := func(name string, otherwise int) int {
			if value := settings.GetInt(name); value != 0 {
				return value
			}
			return otherwise
		}
		dataCenter := text("dataCenter", "EU-XX-1")
		gpuType := text("gpuType", "NVIDIA L40S")

		// What the platform pulls private images with. Rotating the password replaces the credential, in one `up`.
		registry, err := compute.NewRegistryCredential(ctx, "registry", &compute.RegistryCredentialArgs{
			Username: pulumi.String(text("registryUsername", "puller")),
			Password: settings.RequireSecret("registryPassword"),
		})
		if err != nil {
			return err
		}
		// Outlives the pods that mount it. Grows in place; anything that would replace it is refused.
		datasets, err := compute.NewNetworkVolume(ctx, "datasets", &compute.NetworkVolumeArgs{
			DataCenter: pulumi.String(text("volumeDataCenter", dataCenter)),
			Size:       pulumi.Int(number("volumeSize", 100)),
		})
		if err != nil {
			return err
		}
		mount := &compute.NetworkMountArgs{VolumeId: datasets.ID(), Path: pulumi.String("/data")}
		trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{
			Image:           pulumi.String("registry.example.com/acme/trainer:" + text("imageTag", "1.4.0")),
			Registry:        registry.ID(),
			Gpu:             &compute.PodGpuArgs{Id: pulumi.String(gpuType), Count: pulumi.Int(number("gpuCount", 1))},
			DataCenterIds:   pulumi.ToStringArray([]string{dataCenter}),
			Mounts:          &compute.MountsArgs{Network: compute.NetworkMountArray{mount}},
			Env:             pulumi.StringMap{"STAGE": pulumi.String(text("stage", "dev"))},
			Ports:           pulumi.ToStringArray([]string{"8888/http", "22/tcp"}),
			StartSsh:        pulumi.Bool(true),
			StopWhenIdle:    &compute.StopWhenIdleArgs{After: pulumi.String(text("stopIdleAfter", "12h"))},
			RestartTriggers: pulumi.Array{pulumi.String(text("start", "1"))},
		})
		if err != nil {
			return err
		}
		cluster, err := compute.NewCluster(ctx, "training", &compute.ClusterArgs{
			Name: pulumi.String(text("clusterName", "quickstart-training")),
			Type: compute.ClusterTypeTraining,
			Compute: &compute.ClusterComputeArgs{
				GpuTypeId:      pulumi.String(gpuType),
				GpuCountPerPod: pulumi.Int(1),
				PodCount:       pulumi.Int(2),
			},
			Image: pulumi.String("registry.example.com/public/distributed:2.0"),
			Ports: pulumi.ToStringArray([]string{"22/tcp"}),
		})
		if err != nil {
			return err
		}
		ctx.Export("registryId", registry.ID())
		ctx.Export("volumeId", datasets.ID())
		ctx.Export("podId", trainer.ID())
		ctx.Export("podStatus", trainer.Status)
		ctx.Export("clusterId", cluster.ID())
		return nil
	})
}
