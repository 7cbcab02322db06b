import type { StepReport } from "../../../engine/index";

export const stackUrn = "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev";
export const fleetUrn = "urn:pulumi:dev::p::compute:fleet:Fleet::workers";

/** What a step is about, where it is no create of a pod of the fleet. */
export interface About {
  readonly op?: StepReport["op"];
  readonly type?: string;
  readonly parent?: string;
  readonly inputs?: Record<string, unknown>;
  readonly over?: Partial<StepReport>;
}

/** The step of a resource called so: a create of a pod of the fleet, unless something else is said. */
export function step(name: string, about: About = {}): StepReport {
  const { op = "create", type = "pulumi-nodejs:dynamic/compute:Pod", parent = fleetUrn, inputs = {}, over } = about;
  const above = parent === fleetUrn ? "compute:fleet:Fleet$" : "";
  const urn = `urn:pulumi:dev::p::${above}${type}::${name}`;
  const of = { op, type, name, parent, urn, new: { inputs: { image: "worker:1", ...inputs }, outputs: {} } };
  return { ...of, diffKeys: [], replaceKeys: [], changes: [], deleteBeforeReplace: false, counted: true, ...over };
}
