import { quoted } from "../../values/shell";
import { settingVariables } from "../../client/settings/variables";
import { isFree } from "../../provider/kinds/prices";
import { inWords, type Sighting } from "../../provider/state/sighting";
import {
  type ExplicitProvider,
  nameOfReference,
  seenElsewhere,
  type Stack,
  type StackResource,
} from "../state/deployment";
import { type Finding, findingOf, type LiveObjects, type Problem } from "./finding";

export function resourceFinding(
  resource: StackResource,
  platform: LiveObjects,
  { here, providers }: Pick<Stack, "providers"> & { readonly here: Sighting | undefined },
): Finding[] {
  const { kind, name, id } = resource;
  if (id === "") return [];
  const objects = platform[kind].filter((object) => object.id === id);
  const [live] = objects;
  const called = `${kind} ${name} (${id})`;
  const found = (problem: Problem, what: string, nextStep: string) => [
    findingOf(resource, objects, problem, what, nextStep),
  ];
  // A refresh leaves the entry of a replacement that was begun in the state as it is.
  if (resource.awaitsReplacement)
    return found(
      "replacement-begun",
      `the replacement of ${kind} ${name} was begun: ${live ? `the old object is to stay on the platform as ${id}` : `the old object (${id}) is deleted`}, and the new one is not made`,
      `Run \`up\`, which makes the new one, or takes the entry out of the state if the program no longer has ${name}.` +
        (live ? ` If nobody needs the old one, delete it on the platform${isFree(kind) ? "" : ": it bills"}.` : ""),
    );
  const seen = live ? undefined : seenElsewhere(resource, here);
  const provider = providers.find(({ ref }) => ref === resource.provider);
  if (here !== undefined && seen !== undefined)
    return found(
      "not-visible",
      `${called} can't be seen from here: it was last seen with ${inWords(seen)}, and ${provider ? `its provider ${nameOfReference(provider.ref)}` : "this command"} uses ${inWords(here)}`,
      `${provider ? asItWas(provider) : "Set compute:apiUrl and compute:apiKey as they were"}, and run \`doctor\` again. ` +
        `The platform also answers 404 for objects of another account, so it may still exist${isFree(kind) ? "" : " and be billed"}.`,
    );
  if (resource.isLeftover)
    return found(
      "leftover",
      `${called} was replaced but not deleted yet${live ? "" : "; the platform no longer has it"}`,
      "Run `up`, which deletes what was replaced.",
    );
  if (!live)
    return found(
      "gone",
      `${called} is in the state but not on the platform`,
      "Run `refresh` to take it out of the state, then `up` to create it again.",
    );
  if (resource.initErrors.length === 0) return [];
  return found(
    "not-ready",
    `${called} exists, but is not as it should be: ${resource.initErrors.map((sentence) => sentence.replace(/\.$/, "")).join("; ")}`,
    "Run `preview` to see what `up` would do, then `up`, which continues from there." +
      // An object with a status has a log of its own.
      (live.status === undefined ? "" : ` If it does not run as it should, read \`compute logs ${quoted(id)}\` first.`),
  );
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
