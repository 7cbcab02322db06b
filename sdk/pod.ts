import * as pulumi from "@pulumi/pulumi";
import type { PodArgs } from "./args/pod";
import { portUrl } from "./config";
import { podKind, PodOutputs } from "./classes/pod";

/**
 * One machine, GPU or CPU, running one container image. Billed by the second while it runs.
 *
 * Set exactly one of `gpu` and `cpu`, and `image` unless you set `templateId`. Each argument says whether a change updates the pod in place or
 * replaces it. If something fails after the platform has created the pod, the pod stays in the state, and the next `up` continues.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const trainer = new compute.Pod("trainer", {
 *   image: "registry.example.com/public/trainer:1.4.0",
 *   gpu: [{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }],
 *   ports: ["22/tcp"],
 *   startSsh: true,
 * });
 *
 * export const ssh = trainer.ssh.command;
 * ```
 */
export class Pod extends PodOutputs {
  constructor(name: string, args: PodArgs, options?: pulumi.CustomResourceOptions) {
    super(podKind, name, args, options);
  }

  /**
   * Address of each http port, as in `{ "8080/http": "https://p4k9w2m7qx-8080.example.com" }`. The contract names none, so it
   * follows from the setting `compute:portUrl` (or `COMPUTE_PORT_URL`); without it, only ports have one that the platform tells.
   */
  get urls(): pulumi.Output<Record<string, string>> {
    return pulumi
      .all([this.id, this.ports, this.endpoints, portUrl()])
      .apply(([id, ports = [], endpoints = {}, pattern]) => portUrls({ id, ports, endpoints }, pattern));
  }

  /** Where Jupyter is, if `8888/http` is in `ports`: the address of that port in {@link urls}. */
  get jupyterUrl(): pulumi.Output<string | undefined> {
    return this.urls.apply((urls) => urls["8888/http"]);
  }
}

/** What the addresses of a pod follow from. */
export interface Reachable {
  readonly id: string;
  /** As in the arguments: `8080/http`. */
  readonly ports: readonly string[];
  /** Addresses that the platform tells, by port. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/**
 * The address of each http port of a pod. The platform serves http ports through a proxy of its own, and its contract names
 * no address for them: it follows from `pattern`, in which `{podId}` and `{port}` stand for both. Without a pattern a port has
 * an address only where the platform tells one.
 */
export function portUrls({ id, ports, endpoints }: Reachable, pattern: string | undefined): Record<string, string> {
  const http = ports.filter((port) => port.endsWith("/http"));
  return Object.fromEntries(
    http.flatMap((port) => {
      const told = endpoints[port];
      const url =
        pattern?.replaceAll("{podId}", id).replaceAll("{port}", port.slice(0, -"/http".length)) ??
        (told && `http://${told}`);
      return url ? [[port, url] as const] : [];
    }),
  );
}
