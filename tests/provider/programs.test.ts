import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { resources } from "../../provider/kinds";
import { inputsByKind } from "./programs";

/** What would have to name an object of another kind, which the programs of these kinds don't declare. */
const refersToOthers: Readonly<Record<string, readonly string[]>> = {
  Cluster: ["templateId", "mounts"],
  Endpoint: ["networkVolumes", "templateId"],
};

it.each(resources().map((resource) => ({ resource, kind: resource.kind })))(
  "random programs set every argument of $kind that goes to the platform",
  ({ kind, resource }) => {
    const programs = fc.sample(inputsByKind[kind], { seed: 1, numRuns: 300 });
    const isSet = new Set(programs.flatMap((inputs) => Object.keys(inputs)));
    const sent = Object.entries(resource.inputs).filter(([, { local }]) => !local);
    const left = sent.map(([name]) => name).filter((name) => !isSet.has(name));
    expect(left).toEqual(refersToOthers[kind] ?? []);
  },
);
