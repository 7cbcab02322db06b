import { type Example, go } from "./example";

const secretExample: Example = {
  title: "A secret that containers get when they boot",
  programs: {
    typescript: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const hub = new compute.AccountSecret("hub", {
  name: "hub_token",
  value: new pulumi.Config().requireSecret("hubToken"),
  description: "Reads the models of the team.",
});

// The container gets the value when it boots; programs, states and the platform's answers hold only the reference.
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S" },
  env: { HUB_TOKEN: pulumi.interpolate\`{{ PLATFORM_SECRET_\${hub.name} }}\` },
});

export const status = trainer.status;`,
    python: `import pulumi
import pulumi_compute as compute

config = pulumi.Config()
hub = compute.AccountSecret(
    "hub",
    name="hub_token",
    value=config.require_secret("hubToken"),
    description="Reads the models of the team.",
)

pulumi.export("since", hub.value_last_updated_at)`,
    go: go(
      `hub, err := compute.NewAccountSecret(ctx, "hub", &compute.AccountSecretArgs{
	Name:        pulumi.String("hub_token"),
	Value:       config.New(ctx, "").RequireSecret("hubToken"),
	Description: pulumi.String("Reads the models of the team."),
})
if err != nil {
	return err
}
ctx.Export("since", hub.ValueLastUpdatedAt)
return nil`,
      ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"],
    ),
    yaml: `config:
  hubToken:
    type: string
    secret: true
resources:
  hub:
    type: compute:AccountSecret
    properties:
      name: hub_token
      value: \${hubToken}
      description: Reads the models of the team.
outputs:
  since: \${hub.valueLastUpdatedAt}`,
  },
};

const delegationExample: Example = {
  title: "Images from a repository of Amazon ECR",
  programs: {
    typescript: `import * as compute from "pulumi-compute-platform";

const images = new compute.RegistryDelegation("images", {
  resource: "arn:aws:ecr:eu-central-1:123456789012:repository/trainer",
});

export const registry = images.dockerRegistryUri;`,
    python: `import pulumi
import pulumi_compute as compute

images = compute.RegistryDelegation(
    "images",
    resource="arn:aws:ecr:eu-central-1:123456789012:repository/trainer",
)

pulumi.export("registry", images.docker_registry_uri)`,
    go: go(`images, err := compute.NewRegistryDelegation(ctx, "images", &compute.RegistryDelegationArgs{
	Resource: pulumi.String("arn:aws:ecr:eu-central-1:123456789012:repository/trainer"),
})
if err != nil {
	return err
}
ctx.Export("registry", images.DockerRegistryUri)
return nil`),
    yaml: `resources:
  images:
    type: compute:RegistryDelegation
    properties:
      resource: arn:aws:ecr:eu-central-1:123456789012:repository/trainer
outputs:
  registry: \${images.dockerRegistryUri}`,
  },
};

/** Of what an account has beside machines. */
export const accountExamples = { AccountSecret: secretExample, RegistryDelegation: delegationExample };
