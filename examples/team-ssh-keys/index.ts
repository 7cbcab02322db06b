import * as compute from "pulumi-compute-platform";

const team = {
  ada: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
  grace: "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
};

const keys = Object.entries(team).map(([name, publicKey]) => new compute.SshKey(name, { publicKey }));

// Keys reach only pods that are created afterwards, so the pod depends on them.
const workbench = new compute.Pod(
  "workbench",
  {
    image: "registry.example.com/public/workbench:3.1",
    cpu: { id: "cpu3c", vcpuCount: 2 },
    disk: 10,
    ports: ["22/tcp"],
    startSsh: true,
  },
  { dependsOn: keys },
);

export const ssh = workbench.ssh.command;
export const fingerprints = keys.map(({ fingerprint }) => fingerprint);
