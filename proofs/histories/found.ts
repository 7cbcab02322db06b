import type { Props } from "../../provider/table/props";
import type { LivingKind as Kind } from "../programs";
import { newArgs } from "./arguments";
import { resolved, without } from "./program";
import type { Source } from "./source";

/** Arguments that the provider knows and no request has. */
const ofTheProvider = ["waitFor", "dataLoss", "jobLoss"];
/** Those that a request has in another form, or that refer to what else there is. */
const neverFound = [
  ...["desiredStatus", "locked", "startSsh", "startJupyter", "templateId", "registry", "networkVolumes"],
];

/** An object that somebody made at the console: the request, and the arguments by which a program declares it as it is. */
export function foundObject(source: Source, kind: Kind, name: string): { readonly args: Props; readonly body: Props } {
  const { name: _, ...all } = newArgs(source, kind, name, []);
  const known = without(all, neverFound);
  const args = kind === "sshKey" ? known : { ...known, name: `found-${name}` };
  return { args, body: resolved(without(args, ofTheProvider), () => undefined) as Props };
}
