import { ownMember } from "../../../values/own-member";
import { ofTheFleet } from "../../../provider/fleet/members";
import { functionToken, localFleetType, pluginType } from "../../../plugin/names";
import type { ObjectTypeSpec, PropertySpec, ResourceSpec } from "../../../plugin/schema";
import type { Example } from "./programs";
import type { Types } from "./types";

type Properties = Readonly<Record<string, PropertySpec>>;

const podType = functionToken("FleetPod");

/** What a pod of a fleet has: the arguments of a pod, but for those that are the fleet's. */
function podSpec(podArguments: Properties): ObjectTypeSpec {
  const own = Object.entries(podArguments).filter(([name]) => !Object.hasOwn(ofTheFleet, name));
  const properties = own.map(([name, { replaceOnChanges: _, ...spec }]) => [name, spec] as const);
  return {
    type: "object",
    description: "A pod of a fleet.",
    properties: Object.fromEntries(properties),
    required: [],
  };
}

/** The component that the plugin makes for programs in every language. */
export function fleetSpec(kinds: Readonly<Record<string, ResourceSpec>>, types: Types): ResourceSpec {
  const podArguments = ownMember(kinds, pluginType("Pod"))!.inputProperties;
  types.declare(podType, podSpec(podArguments));
  const pod = { $ref: `#/types/${podType}` };
  const { timeouts } = podArguments;
  const waitFor = types.refTo("ReadyWaitFor");
  const idsByName = { type: "object", additionalProperties: { type: "string" } };
  return {
    isComponent: true,
    description:
      "Many pods of one declaration, created together, awaited together and changed a few at a time. The pod `a` of the fleet `workers` is " +
      `the resource \`workers-a\`, so that another count or another name touches no other pod.`,
    inputProperties: {
      pod: {
        ...pod,
        description:
          "What all pods have in common: the arguments of a Pod. Their names, and how they are awaited and rolled out, are the fleet's.",
      },
      count: {
        type: "integer",
        description:
          "How many pods; they are called `0`, `1` and so on. Set exactly one of `count` and `pods`. At least 0.",
      },
      pods: {
        type: "object",
        additionalProperties: pod,
        description:
          "The pods by name, each with the arguments that replace those of `pod`, whole: an `env` here replaces the `env` there. Set exactly one of `count` and `pods`.",
      },
      maxUnavailable: {
        type: "integer",
        description:
          "How many pods a change may restart at a time. All at once if omitted. At least 1. Pods that a change replaces are made first, all of them.",
      },
      waitFor: { ...waitFor, description: "What the fleet waits for: `running` (default), or `ssh`." },
      timeouts: {
        ...timeouts,
        description: "How long the fleet waits for all of its pods together. Default: 30 minutes.",
      },
    },
    requiredInputs: ["pod"],
    properties: {
      ids: { ...idsByName, description: "The pods' ids by name, as soon as the pods are created." },
      ready: {
        ...idsByName,
        description:
          "The pods' ids by name, once all of them are ready: what takes these as an argument comes afterwards.",
      },
    },
    required: ["ids", "ready"],
    aliases: [{ type: localFleetType }],
  };
}

export const fleetExample: Example = {
  title: "Pods of one declaration, of which one differs",
  typescript: `import * as compute from "pulumi-compute-platform";

const workers = new compute.Fleet("workers", {
  pod: { image: "registry.example.com/public/worker:1.0", cpu: { id: "cpu3c", vcpuCount: 2 } },
  pods: { books: {}, code: { env: { SHARD: "code" } } },
  maxUnavailable: 1,
});

export const ready = workers.ready;`,
  yaml: `resources:
  workers:
    type: compute:Fleet
    properties:
      pod:
        image: registry.example.com/public/worker:1.0
        cpu:
          id: cpu3c
          vcpuCount: 2
      pods:
        books: {}
        code:
          env:
            SHARD: code
      maxUnavailable: 1
outputs:
  ready: \${workers.ready}`,
};
