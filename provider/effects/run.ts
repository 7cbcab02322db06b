import { ownMember } from "../../values/own-member";
import { differingMembers, isObject } from "../table/props";
import type { Lost } from "../table/reasons";
import { appliesTemplate, isLeftToTemplate, restarting } from "../table/requests";
import type { ContainerRun, Resource, Update } from "../table/resource";
import { isUnclear } from "../table/unknown";

/**
 * The effect of an update on the container. Every sentence, effect and wait about it goes by this.
 *
 * @param brought variables that get their template's value back.
 */
export function runOf(resource: Resource, update: Update, brought: Lost): ContainerRun {
  const { state, news, changed } = update;
  const of = (names: ReadonlySet<string>): ContainerRun => {
    const by = restarting(resource, names);
    return { run: resource.runAfter?.({ ...update, changed: names }, by) ?? "stays", by };
  };
  const all = of(changed);
  const known = [...changed].filter((name) => !isUnclear(name, state, news));
  // A container that has ended is started for each of them (P-44); one that runs restarts by itself for what differs (P-51).
  const left = all.run === "restarts" ? known.filter((name) => isLeftAsSet(resource, name, update, brought)) : [];
  const certain = of(new Set(known.filter((name) => !left.includes(name))));
  if (certain.run === all.run) {
    // A container on its way to its first start gets the change with it (P-42, P-51).
    const isOnItsWay = certain.run === "restarts" && ["PROVISIONING", "STARTING"].includes(String(state.status));
    if (isOnItsWay) return { ...certain, onlyIf: "it has started by then" };
    return known.length > 0 || changed.size === 0 ? certain : { ...certain, onlyIf: "it does" };
  }
  const template = left.includes("templateId") ? "the new template's" : "the template's";
  return { ...all, onlyIf: left.length > 0 ? `its settings differ from ${template}` : "it does" };
}

/** Tells whether the change of an argument only leaves values to a template, which may set what the object has. */
function isLeftAsSet(resource: Resource, name: string, { state, news, changed }: Update, brought: Lost): boolean {
  if (name === "templateId" || isLeftToTemplate(resource, name, news)) return true;
  const [old, next] = [ownMember(state, name), ownMember(news, name) ?? {}];
  if (name !== "env" || news.templateId === undefined || !isObject(old) || !isObject(next)) return false;
  const isUnseen = brought === "unseen" || appliesTemplate(resource, { news, changed });
  const isBrought = (variable: string) => isUnseen || brought.includes(variable);
  return differingMembers(old, next).every((variable) => !Object.hasOwn(next, variable) && isBrought(variable));
}
