import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

/** The platform keeps the value and shows it to nobody. The pod below names it, so neither its state nor its page holds it. */
const hub = new compute.AccountSecret("hub", {
  name: "hub_token",
  value: config.requireSecret("hubToken"),
  description: "Reads the models of the team.",
});

/** The platform may pull from this repository, with no password that anybody has to rotate. */
const images = new compute.RegistryDelegation("images", {
  resource: "arn:aws:ecr:eu-central-1:123456789012:repository/team-trainer:1.4.0",
});

const trainer = new compute.Pod("trainer", {
  image: pulumi.interpolate`${images.dockerRegistryUri}:${images.tag}`,
  cpu: { id: "cpu3c", vcpuCount: 2 },
  env: { HUB_TOKEN: pulumi.interpolate`{{ PLATFORM_SECRET_${hub.name} }}` },
  // A container gets a new value when it boots: another value restarts it.
  restartTriggers: [hub.valueLastUpdatedAt],
});

export const podId = trainer.id;
export const tokenSince = hub.valueLastUpdatedAt;
