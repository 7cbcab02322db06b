import type { StepReport } from "../../engine/index";
import type { Resource } from "../../provider/table/resource";
import { kindOfToken } from "../state/deployment";

/** What is lost with a resource that is deleted, in words; nothing where its kind keeps nothing of its own. */
export async function dataLostWith(): Promise<(step: StepReport) => string | undefined> {
  const { kinds } = await import("../../provider/kinds/index.js");
  const { dataIn } = await import("../../provider/table/data-loss.js");
  return ({ type, old }) => {
    const kind = kindOfToken(type);
    const table: Resource | undefined = kind && kinds[kind].resource;
    return old && table && dataIn(table, old.outputs);
  };
}
