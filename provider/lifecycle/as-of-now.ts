import { declaredNames, fingerprints, hidden } from "../state/state";
import { type Props, sameValue } from "../table/props";
import type { Resource } from "../table/resource";
import type { Identified } from "../kinds/operations";
import type { Look } from "./look";
import type { Voice } from "./voice";

/**
 * State as a refresh would have it, where something drifted, for `compute:refreshBeforeUpdate`. What is not found stays as
 * it is: only a refresh, which people see, may take it out of the state.
 */
export async function asOfNow<T extends Identified>(
  resource: Resource,
  id: string,
  olds: Props,
  { look, voice, outputs }: { look: Look<T>; voice: Voice; outputs: (object: T) => Props },
): Promise<Props> {
  if (olds[hidden.isGone] === true) return olds;
  const { object } = await look.read(id, olds);
  if (!object) {
    await voice.warn(`${resource.kind} ${id} is not there any more. Run \`up --refresh\` to create it again.`);
    return olds;
  }
  const now = outputs(object);
  return [...declaredNames(resource, olds), fingerprints].every((name) => sameValue(olds[name], now[name]))
    ? olds
    : now;
}
