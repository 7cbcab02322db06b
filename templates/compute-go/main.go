package main

import (
	"fmt"

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
		memory, err := config.TryInt(ctx, "gpuMemory")
		if err != nil {
			return fmt.Errorf("the setting gpuMemory: %w", err)
		}
		maxHourlyCost, err := config.TryFloat64(ctx, "maxHourlyCost")
		if err != nil {
			return fmt.Errorf("the setting maxHourlyCost: %w", err)
		}
		trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{
			Image: pulumi.String(config.Require(ctx, "image")),
			// The cheapest in stock that has it.
			Gpu: &compute.PodGpuArgs{
				Memory:        pulumi.Int(memory),
				MaxHourlyCost: pulumi.Float64(maxHourlyCost),
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
