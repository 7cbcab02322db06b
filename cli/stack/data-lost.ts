import type { StepReport } from "../../engine/index";
import type { Resource } from "../../provider/table/resource";
import { kindOfToken } from "../state/deployment";

/** What is lost with a resource that is deleted, in words; nothing where its kind keeps nothing of its own. */
export async function dataLostWith(): Promise<(step: StepReport) => string | undefined> {
  const { resources } = await import("../../provider/kinds/index.js");
  const tables: readonly Resource[] = resources;
  return ({ type, old }) => {
    const kind = kindOfToken(type);
    return old && tables.find((table) => table.kind === kind)?.destroys?.(old.outputs);
  };
}
