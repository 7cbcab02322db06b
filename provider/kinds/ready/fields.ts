import * as z from "zod";
import { defineResource, field } from "../../table/resource";
import { timeoutsField } from "../shared/provider-only";

/** It exists only in the state. */
const Nothing = z.strictObject({});

export const ready = defineResource({
  kind: "Ready",
  doc: 'Waits until pods run, all of them together, with one poll and within one timeout. Give those pods `waitFor: "none"`, so that creating them holds none of the engine\'s parallel slots, and make resources that need the pods depend on the `Ready`. It names each pod that failed, and why; the next `up` mends those pods and waits again. It exists only in the state.',
  id: "An id of our own: the platform has none for it.",
  source: "4",
  requests: { create: Nothing, update: Nothing },
  isOnlyInState: true,
  inputs: {
    pods: field(z.array(z.string().min(1)), {
      refersTo: "Pod",
      change: "update",
      doc: "The pods to wait for. A pod that is to be stopped (`desiredStatus: EXITED`) and a job that ends (`runToCompletion`) do not stay ready, so leave them out.",
      limits: "pods, or their ids",
      rules: ["P-13", "P-20", "P-43"],
      local: true,
      unordered: true,
    }),
    waitFor: field(z.enum(["running", "ssh"]).optional(), {
      change: "update",
      doc: "What to wait for: the containers to run, or SSH to be reachable as well (directly if `22/tcp` is in a pod's `ports`).",
      limits: '"running" (default) or "ssh"',
      rules: ["P-13", "P-55"],
      absent: "running",
      local: true,
    }),
    acceptStopped: field(z.boolean().optional(), {
      change: "update",
      doc: "Whether a pod that ran and was stopped counts as ready, for pods with `stopAfter` or `stopWhenIdle`. A pod that ends before the first wait is over has failed all the same.",
      limits: "true or false (default)",
      rules: ["P-43", "P-48"],
      absent: false,
      local: true,
    }),
    timeouts: timeoutsField,
  },
  outputs: {
    ids: {
      schema: z.array(z.string()),
      doc: "Ids of the pods, once all of them are ready: what takes them as an argument comes afterwards.",
    },
  },
  maxNameLength: 0,
  rules: [],
  misplaced: {
    ids: "use pods",
    timeout: "use timeouts: { create, update }",
    name: "nothing of it is on the platform, so it has no name there",
  },
});
