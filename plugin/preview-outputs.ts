import { ownMember } from "../values/own-member";
import { isNeed } from "../provider/table/need";
import type { Props } from "../provider/table/props";
import type { Field, Resource } from "../provider/table/resource";
import { unknownValue } from "../provider/table/unknown";

/** The foreseeable outputs of a create: the program's values, and unknowns for choices and what the platform decides. */
export function outputsAfterCreate(resource: Resource, news: Props): Props {
  const outputs: Props = {};
  for (const [name, field] of Object.entries(resource.inputs)) {
    if (field.secret) continue;
    if (ownMember(news, name) !== undefined)
      outputs[name] = isUndecided(field, ownMember(news, name)) ? unknownValue : ownMember(news, name);
    else if (!field.writeOnly && !field.local && !field.sensitive) outputs[name] = unknownValue;
  }
  for (const name of Object.keys(resource.outputs)) outputs[name] = unknownValue;
  return outputs;
}

/** The foreseeable outputs of an update: the old ones, except computed outputs that an update may change. */
export function outputsAfterUpdate(resource: Resource, olds: Props, news: Props): Props {
  const outputs: Props = {};
  for (const [name, field] of Object.entries(resource.inputs)) {
    if (field.secret) continue;
    const isKept = isUndecided(field, ownMember(news, name));
    if (ownMember(news, name) === undefined || isKept) outputs[name] = ownMember(olds, name);
    else outputs[name] = ownMember(news, name);
  }
  for (const [name, { stable }] of Object.entries(resource.outputs)) {
    outputs[name] = stable && ownMember(olds, name) !== undefined ? ownMember(olds, name) : unknownValue;
  }
  return outputs;
}

const isUndecided = ({ alternatives, need }: Field, value: unknown): boolean =>
  (alternatives === true && Array.isArray(value)) || (need !== undefined && isNeed(value));
