import type { StepReport } from "../../../engine/index";

/** A step on a pod, as the engine reports it. */
export function stepOf(op: StepReport["op"], name: string, diffKeys: string[] = []): StepReport {
  const urn = `urn:pulumi:dev::p::t:Pod::${name}`;
  return {
    op,
    urn,
    type: "t:Pod",
    name,
    diffKeys,
    replaceKeys: [],
    changes: [],
    deleteBeforeReplace: false,
    counted: true,
  };
}
