/** One program for the dynamic classes and for the plugin's: `WAY` names the entry, and `TAG` the image. */
export const everyKind = `
const pulumi = require("@pulumi/pulumi");
const compute = require(process.env.WAY);
const registry = new compute.RegistryCredential("registry", { username: "puller", password: pulumi.secret("pa55word-canary") });
const data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 100 });
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/acme/trainer:" + process.env.TAG,
  registry,
  gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
  mounts: { network: [{ volumeId: data, path: "/data" }] },
  env: { TOKEN: pulumi.secret("t0ken-canary") },
  ports: ["22/tcp"],
  startSsh: true,
});
new compute.Cluster("training", {
  type: "TRAINING", image: "x:1", compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
});
exports.status = trainer.status;
`;

/** What stands next to these. The whole list of SSH keys is not among them, since it would want their key for its own. */
export const otherKinds = `
new compute.Template("settings", { image: "registry.example.com/acme/x:1", registry });
const jobs = new compute.Endpoint("jobs", {
  type: "QUEUE", image: "registry.example.com/acme/worker:1", gpu: { pools: ["ADA_24"] },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});
new compute.JobRun("hello", { endpointId: jobs, input: { prompt: "hello" } });
new compute.SshKey("ops", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org" });
new compute.AccountSecret("hub", { value: pulumi.secret("v4lue-canary") });
new compute.RegistryDelegation("images", { resource: "arn:aws:ecr:eu-west-1:123456789012:repository/acme/trainer" });
`;
