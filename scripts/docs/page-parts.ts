import type { Resource } from "../../provider/resource";
import { answers, calls, resources } from "./error-table";

/** What a resource's page tells beyond its declaration. */
export interface PageParts {
  /** A whole program; the tests of the documentation deploy it. */
  readonly example: string;
  /** Why a field can't change in place, where nothing more particular is known. */
  readonly whyReplaced: string;
  /** What happens when somebody changes the object behind Pulumi's back. */
  readonly drift: readonly (readonly [what: string, found: string, mended: string])[];
  /** Codes that are met with this kind, of those in `error-table`. */
  readonly errors: readonly string[];
  /** Anything about taking over an existing object that holds for this kind alone. */
  readonly adopting: string;
  /** Properties of the class that follow from outputs. */
  readonly derived?: readonly { name: string; type: string; doc: string; rules: readonly string[] }[];
}

const terminated = ["deleted", "refresh takes it out of the state", "`up` makes it again"] as const;
const renamed = ["renamed", "`name`", "`up` names it back"] as const;

export const parts: Readonly<Record<Resource["kind"], PageParts>> = {
  Pod: {
    example: `import * as compute from "pulumi-compute-platform";

const notebook = new compute.Pod("notebook", {
  image: "registry.example.com/public/notebook:2.1",
  // The first that can be had.
  gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
  mounts: { persistent: { size: 50, path: "/workspace" } },
  ports: ["8888/http", "22/tcp"],
  startJupyter: true,
  startSsh: true,
});

export const ssh = notebook.ssh.command;
export const jupyterUrl = notebook.jupyterUrl;
export const jupyterPassword = notebook.jupyterPassword;
export const costPerHour = notebook.costPerHour;`,
    whyReplaced: "not a member of the platform's update of a pod (P-21)",
    drift: [
      ["stopped, or its process ended", "`desiredStatus`: EXITED", "`up` starts it on the same host"],
      ["in ERROR", "`desiredStatus`: EXITED, with the output `status`: ERROR", "`up` starts it again"],
      [
        "edited: image, command, disk, env, ports, registry, mount path, lock",
        "the argument, if the program has it",
        "`up` sets it back, and the container restarts where P-51 says so",
      ],
      renamed,
      terminated,
      [
        "given another variable, where the program has `env`",
        "`env`, the name without its value",
        "`up` takes it away",
      ],
      [
        "its persistent disk grown",
        "`mounts.persistent.size`",
        'a disk never shrinks, so `up` would make a new pod and lose the data: declare the new size, or set `dataLoss: "refuse"` beforehand',
      ],
      ["another address after a restart (P-55)", "nothing: outputs are never drift", "refresh shows the new one"],
    ],
    errors: [
      ...["no_capacity", "alternatives_refused", "hardware_forbidden", "payment_required", "initialization"],
      ...["wait_timeout", "wait_failed", "pod_locked", "data_loss_refused", "create_unresolved", "adopt_refused"],
    ],
    adopting: "Members of clusters cannot be adopted (P-59): adopt the cluster.",
    derived: [
      {
        name: "urls",
        type: "Record<string, string>",
        doc: 'Address of each http port, as in `{ "8080/http": "https://…" }`: made from the setting `compute:portUrl` (or `COMPUTE_PORT_URL`), a pattern with `{podId}` and `{port}`, since the contract names no address; without the setting, what the platform tells.',
        rules: ["M-10", "P-30"],
      },
      {
        name: "jupyterUrl",
        type: "string | undefined",
        doc: "`urls` of `8888/http`, if that port is open. Without the password.",
        rules: ["P-52"],
      },
    ],
  },
  Cluster: {
    example: `import * as compute from "pulumi-compute-platform";

const slurm = new compute.Cluster("slurm", {
  type: "SLURM",
  image: "registry.example.com/public/slurm:24.05",
  compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
  ports: ["22/tcp"],
  startSsh: true,
});

export const controller = slurm.primary;
export const dataCenter = slurm.dataCenterId;`,
    whyReplaced: "the platform changes nothing of a cluster but its name (C-4)",
    drift: [
      renamed,
      terminated,
      [
        "a member that failed",
        "output `pods`; no drift, since members cannot be mended one by one (P-59)",
        "`up --replace` with its URN",
      ],
    ],
    errors: [
      ...["no_capacity", "alternatives_refused", "hardware_forbidden", "payment_required", "initialization"],
      ...["wait_timeout", "wait_failed", "data_loss_refused", "create_unresolved", "adopt_refused"],
    ],
    adopting:
      "What the platform never reports of a cluster (image, command, env, ports, mounts) counts as it is declared.",
  },
  NetworkVolume: {
    example: `import * as compute from "pulumi-compute-platform";

const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });

const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/public/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S" },
  dataCenterIds: [datasets.dataCenter],
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
});

export const volumeId = datasets.id;
export const status = trainer.status;`,
    whyReplaced: "the platform changes name and size of a volume and nothing else (V-4)",
    drift: [
      renamed,
      ["grown", "`size`", "refused: shrinking would destroy the data. Declare the new size"],
      ["deleted", "refresh takes it out of the state; what was on it is gone", "`up` makes an empty one"],
    ],
    errors: ["data_loss_refused", "in_use", "bad_request", "create_unresolved", "adopt_refused"],
    adopting: "A smaller `size` than the volume has is refused: declare the size that it has, or a larger one.",
  },
  RegistryCredential: {
    example: `import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const registry = new compute.RegistryCredential("registry", {
  username: "puller",
  password: new pulumi.Config().requireSecret("registryPassword"),
});

const api = new compute.Pod("api", {
  image: "registry.example.com/acme/api:1.0",
  registry,
  cpu: { id: "cpu3c", vcpuCount: 2 },
  disk: 10,
});

export const status = api.status;`,
    whyReplaced: "the platform has no update of credentials (R-11)",
    drift: [
      ["deleted", "refresh takes it out of the state", "`up` makes it again and points the pods to it"],
      ["anything else", "cannot happen: credentials have no update (R-11)", ""],
    ],
    errors: ["name_taken", "in_use", "bad_request", "create_unresolved", "adopt_refused"],
    adopting:
      "User name and password are never reported and count as they are declared. A credential cannot be renamed: declare the name that it has, or none.",
  },
};

/** The sentence of each code, from the table that `docs/errors.md` is made from. */
export const causes: ReadonlyMap<string, string> = new Map(
  [...answers, ...calls, ...resources].map(({ code, cause }) => [code, cause]),
);
