package main

import (
	"example.com/pulumi-compute-platform/sdks/go/compute"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Lets you in. Keys reach only pods that are made afterwards, so the pod depends on it.
		var keys []pulumi.Resource
		if publicKey := config.Get(ctx, "sshKey"); publicKey != "" {
			key, err := compute.NewSshKey(ctx, "mine", &compute.SshKeyArgs{PublicKey: pulumi.String(publicKey)})
			if err != nil {
				return err
			}
			keys = append(keys, key)
		}
		trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{
			Image: pulumi.String(config.Require(ctx, "image")),
			// The cheapest in stock that has it.
			Gpu: &compute.PodGpuArgs{
				Memory:        pulumi.Int(config.RequireInt(ctx, "gpuMemory")),
				MaxHourlyCost: pulumi.Float64(config.RequireFloat64(ctx, "maxHourlyCost")),
			},
			Ports:    pulumi.ToStringArray([]string{"22/tcp"}),
			StartSsh: pulumi.Bool(true),
		}, pulumi.DependsOn(keys))
		if err != nil {
			return err
		}
		ctx.Export("ssh", trainer.Ssh.Command())
		return nil
	})
}
