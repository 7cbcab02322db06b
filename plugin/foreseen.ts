import { ownMember } from "../values/own-member";
import { isNeed } from "../provider/table/need";
import type { Props } from "../provider/table/props";
import type { Field, Resource } from "../provider/table/resource";
import { unknownValue } from "../provider/table/unknown";

/**
 * Outputs as far as a preview of a create can know them: what the program says, and unknowns for all that the platform
 * decides. Of several alternatives nobody knows yet which one it will be.
 */
export function foreseenOfCreate(resource: Resource, news: Props): Props {
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

/** Outputs as far as a preview of an update can know them: what was there stays, but for the computed outputs that an update may move. */
export function foreseenOfUpdate(resource: Resource, olds: Props, news: Props): Props {
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
