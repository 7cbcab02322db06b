import { ownMember } from "../values/own-member";
import { isNeed } from "../provider/table/need";
import type { Props } from "../provider/table/props";
import type { Field, Resource } from "../provider/table/resource";
import { unknownValue } from "../provider/table/unknown";

/**
 * The foreseeable outputs: the program's values, and unknowns for choices among alternatives and for what the platform
 * decides. After an update (`olds`), the old ones where the program does not decide, except what that may change.
 */
export function foreseenOutputs(resource: Resource, news: Props, olds?: Props): Props {
  const outputs: Props = {};
  for (const [name, field] of Object.entries(resource.inputs)) {
    if (field.secret) continue;
    const said = ownMember(news, name);
    const isShown = !field.writeOnly && !field.local && !field.sensitive;
    if (said !== undefined && !isUndecided(field, said)) outputs[name] = said;
    else if (olds) outputs[name] = ownMember(olds, name);
    else if (said !== undefined || isShown) outputs[name] = unknownValue;
  }
  for (const [name, { stable }] of Object.entries(resource.outputs)) {
    const had = stable ? ownMember(olds ?? {}, name) : undefined;
    outputs[name] = had === undefined ? unknownValue : had;
  }
  return outputs;
}

const isUndecided = ({ alternatives, need }: Field, value: unknown): boolean =>
  (alternatives === true && Array.isArray(value)) || (need !== undefined && isNeed(value));
