import type { PodUpdate } from "../../api/pods";
import type { Client } from "../../client";
import { isObject, type Props } from "../../provider/props";
import type { Kind } from "./programs";

/** One thing changed behind our back. */
export interface Drift {
  readonly name: string;
  /** Where a refresh has to show it; absent where the program does not say what it should be. */
  readonly path: string | undefined;
  readonly make: (client: Client, id: string) => Promise<unknown>;
}

/** Everything that somebody can change on the platform about a resource with these inputs. */
export function driftsOf(kind: Kind, inputs: Props): Drift[] {
  switch (kind) {
    case "pod":
      return podDrifts(inputs);
    case "cluster":
      return [{ name: "renamed", path: "name", make: ({ clusters }, id) => clusters.update(id, { name: "drifted" }) }];
    case "networkVolume":
      return [
        {
          name: "renamed",
          path: "name",
          make: ({ networkVolumes }, id) => networkVolumes.update(id, { name: "drifted" }),
        },
        {
          name: "grown",
          path: "size",
          make: ({ networkVolumes }, id) => networkVolumes.update(id, { size: Number(inputs.size) + 7 }),
        },
      ];
    case "registryCredential":
      return [];
  }
}

function podDrifts(inputs: Props): Drift[] {
  const patch = (name: string, field: string, body: PodUpdate, path = field): Drift => ({
    name,
    path: inputs[field] === undefined ? undefined : path,
    make: ({ pods }, id) => pods.update(id, body),
  });
  return [
    patch("renamed", "name", { name: "drifted" }),
    patch("another image", "image", { image: "registry.example.com/acme/drifted:9" }),
    patch("a larger disk", "disk", { disk: 90 }),
    patch("another port", "ports", { ports: ["9999/tcp"] }),
    patch("another command", "cmd", { cmd: ["drifted"] }),
    ...(inputs.locked === true ? [patch("unlocked", "locked", { locked: false })] : []),
    ...envDrifts(inputs),
    ...mountDrifts(inputs),
    {
      name: "stopped",
      path: inputs.locked === true ? undefined : "desiredStatus",
      // A locked pod can't be stopped (P-46), so that nothing happens to it.
      make: ({ pods }, id) => (inputs.locked === true ? pods.get(id) : pods.stop(id)),
    },
  ];
}

function envDrifts({ env }: Props): Drift[] {
  if (!isObject(env)) return [];
  const [first] = Object.keys(env);
  const withEnv = (
    name: string,
    path: string,
    change: (now: Record<string, string>) => Record<string, string>,
  ): Drift => ({
    name,
    path,
    make: async ({ pods }, id) => pods.update(id, { env: change((await pods.get(id)).env) }),
  });
  const without = ({ [first!]: _, ...rest }: Record<string, string>) => rest;
  return [
    withEnv("a variable added", "env.FOREIGN", (now) => ({ ...now, FOREIGN: "1" })),
    ...(first === undefined
      ? []
      : [
          withEnv("a variable changed", `env.${first}`, (now) => ({ ...now, [first]: "drifted" })),
          withEnv("a variable removed", `env.${first}`, without),
        ]),
  ];
}

function mountDrifts({ mounts }: Props): Drift[] {
  const persistent = isObject(mounts) ? mounts.persistent : undefined;
  if (!isObject(persistent)) return [];
  const { size, path } = persistent as { size: number; path: string };
  return [
    {
      name: "a disk mounted elsewhere",
      path: "mounts.persistent.path",
      make: ({ pods }, id) => pods.update(id, { mounts: { persistent: { size, path: `${path}/drifted` } } }),
    },
    {
      name: "a disk grown",
      path: "mounts.persistent.size",
      make: ({ pods }, id) => pods.update(id, { mounts: { persistent: { size: size + 5, path } } }),
    },
  ];
}
