import { quoted } from "../../values/shell";
import { settingVariables } from "../../client/settings/variables";
import { isFree } from "../../provider/kinds/prices";
import { inWords } from "../../provider/state/sighting";
import { type ExplicitProvider, nameOfReference, type Stack, type StackResource } from "../state/deployment";
import { seenElsewhere, type Sighting } from "../state/sightings";
import type { Finding, LiveObject, LiveObjects } from "./finding";

/** Finds the problem of a resource in the state, if it has one. */
export function resourceFinding(
  resource: StackResource,
  platform: LiveObjects,
  { here, providers }: Pick<Stack, "providers"> & { readonly here: Sighting | undefined },
): Finding[] {
  const { kind, name, urn, id } = resource;
  if (id === "") return [];
  const live = platform[kind].find((object) => object.id === id);
  const base = { kind, name, urn, objects: live ? [live] : [] };
  if (resource.awaitsReplacement) return [begunReplacement(resource, live)];
  const seen = live || here === undefined ? undefined : seenElsewhere(resource, here);
  const provider = providers.find(({ ref }) => ref === resource.provider);
  if (here !== undefined && seen !== undefined)
    return [
      {
        ...base,
        problem: "not-visible",
        what: `${kind} ${name} (${id}) can't be seen from here: it was last seen with ${inWords(seen)}, and ${provider ? `its provider ${nameOfReference(provider.ref)}` : "this command"} uses ${inWords(here)}`,
        nextStep:
          `${provider ? asItWas(provider) : "Set compute:apiUrl and compute:apiKey as they were"}, and run \`doctor\` again. ` +
          `The platform also answers 404 for objects of another account, so it may still exist${isFree(kind) ? "" : " and be billed"}.`,
      },
    ];
  if (resource.isLeftover)
    return [
      {
        ...base,
        problem: "leftover",
        what: `${kind} ${name} (${id}) was replaced but not deleted yet${live ? "" : "; the platform no longer has it"}`,
        nextStep: "Run `up`, which deletes what was replaced.",
      },
    ];
  if (!live)
    return [
      {
        ...base,
        problem: "gone",
        what: `${kind} ${name} (${id}) is in the state but not on the platform`,
        nextStep: "Run `refresh` to take it out of the state, then `up` to create it again.",
      },
    ];
  if (resource.initErrors.length > 0)
    return [
      {
        ...base,
        problem: "not-ready",
        what: `${kind} ${name} (${id}) exists, but is not as it should be: ${resource.initErrors.map(withoutStop).join("; ")}`,
        nextStep:
          "Run `preview` to see what `up` would do, then `up`, which continues from there." +
          // An object with a status has a log of its own.
          (live.status === undefined
            ? ""
            : ` If it does not run as it should, read \`compute logs ${quoted(id)}\` first.`),
      },
    ];
  return [];
}

const reaching = ["apiUrl", "apiKey"] as const;

/** Says how to set up the provider as it was. A `Provider` takes its missing settings from the environment only. */
function asItWas({ ref, inputs }: ExplicitProvider): string {
  const called = `the provider ${nameOfReference(ref)}`;
  const own = reaching.filter((setting) => inputs[setting] !== undefined);
  const others = reaching.filter((setting) => inputs[setting] === undefined);
  const stored = "in the program as they were, run `up`, which stores that";
  const inEnvironment = `${others.map((setting) => settingVariables[setting]).join(" and ")}, which ${called} takes from the environment,`;
  if (others.length === 0) return `Set ${own.join(" and ")} of ${called} ${stored}`;
  return own.length === 0
    ? `Set ${inEnvironment} as they were`
    : `Set ${inEnvironment} and its ${own.join(" and ")} ${stored}`;
}

/** Tells about a replacement that was begun. A refresh leaves its entry in the state as it is. */
function begunReplacement({ kind, name, urn, id }: StackResource, live: LiveObject | undefined): Finding {
  const old = live ? `the old object is to stay on the platform as ${id}` : `the old object (${id}) is deleted`;
  const rest = live
    ? ` If nobody needs the old one, delete it on the platform${isFree(kind) ? "" : ": it bills"}.`
    : "";
  return {
    problem: "replacement-begun",
    kind,
    name,
    urn,
    objects: live ? [live] : [],
    what: `the replacement of ${kind} ${name} was begun: ${old}, and the new one is not made`,
    nextStep: `Run \`up\`, which makes the new one, or takes the entry out of the state if the program no longer has ${name}.${rest}`,
  };
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");
