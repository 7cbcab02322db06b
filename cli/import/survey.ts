import { ownMember } from "../../values/own-member";
import { randomBytes } from "node:crypto";
import { systemClock } from "../../client/clock";
import type { Client } from "../../client/index";
import type { Settings } from "../../client/settings/settings";
import { schema } from "../../plugin/schema";
import { Verbs } from "../../plugin/verbs";
import { pluginType } from "../../plugin/names";
import { kinds } from "../../provider/kinds";
import { type KindName, kindNames } from "../../provider/kinds/names";
import { hidden } from "../../provider/state/state";
import { violationsIn } from "../../provider/table/check";
import { strings } from "../../provider/table/props";
import type { Kind } from "../../provider/kinds/operations";
import type { Resource } from "../../provider/table/resource";
import type { Found } from "./managed";
import { identifiers, logicalNames } from "./names";

/** An object of the platform that no state knows, and what a program says of it. */
export interface Importee {
  readonly kind: KindName;
  readonly type: string;
  readonly id: string;
  /** What it is called in the program. Unique among its kind. */
  readonly name: string;
  /** The variable that holds it. Unique in the program. */
  readonly variable: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Arguments that the program has to say and that no read shows. */
  readonly missing: readonly string[];
}

/** A `Provider` of the program, whose account was looked at. */
export interface Via {
  readonly urn: string;
  /** The variable that holds it. */
  readonly variable: string;
}

export interface Survey {
  readonly importees: readonly Importee[];
  /** What the resources are imported with; undefined for the settings of the stack. */
  readonly via: Via | undefined;
  /** What could not be read, told by the provider in its own words. */
  readonly remarks: readonly string[];
}

/** What is imported one by one; not what no list shows, or what is only in a state. */
function isImported(name: KindName): boolean {
  const { resource, operations }: Kind = kinds[name];
  return !operations.isUnlisted && !resource.isOnlyInState && !resource.entries;
}

/** How many kinds have to be there first, one after the other, because an argument of the next refers to them. */
function depth(name: KindName): number {
  const fields: Resource["inputs"] = kinds[name].resource.inputs;
  const below = Object.values(fields).flatMap(({ refersTo }) => (refersTo ? [depth(refersTo)] : []));
  return 1 + Math.max(-1, ...below);
}

/** What others refer to comes first. */
const order = () => kindNames.filter(isImported).sort((a, b) => depth(a) - depth(b));

/**
 * Looks at everything that the account has, and leaves out what is known already. Changes nothing.
 *
 * @param provider the `Provider` whose account it is, if it is not the stack's own.
 */
export async function survey(
  client: Client,
  { apiUrl, apiKey }: Settings,
  isKnown: (one: Found) => boolean,
  provider?: { readonly urn: string; readonly name: string },
): Promise<Survey> {
  const remarks: string[] = [];
  const tell = async (message: string) => void remarks.push(message);
  const verbs = new Verbs({
    env: {},
    clock: systemClock,
    randomBytes,
    connect: () => client,
    notify: { info: tell, warn: tell },
  });
  await verbs.configure({ apiUrl, apiKey });
  const found = await Promise.all(
    order().map(async (kind) => {
      const all = await verbs.list(pluginType(kind));
      return all.map(({ id, name }) => ({ kind, id, name })).filter((one) => !isKnown(one));
    }),
  );
  const objects = found.flat();
  const names = logicalNames(objects);
  const named = objects.map(({ kind }, at) => ({ kind, name: names[at]! }));
  const providers = provider ? [{ kind: "Provider" as const, name: provider.name }] : [];
  const variables = identifiers([...providers, ...named]);
  const via = provider && { urn: provider.urn, variable: variables.shift()! };
  const importees: Importee[] = [];
  // One after the other, so that remarks come in the order of the program.
  for (const [at, { kind, id }] of objects.entries()) {
    const type = pluginType(kind);
    const name = names[at]!;
    const { inputs = {}, outputs } = await verbs.import(`urn:pulumi:import::import::${type}::${name}`, id);
    const missing = missingOf(kind, inputs, strings(outputs[hidden.unread]));
    importees.push({ kind, type, id, name, variable: variables[at]!, inputs, missing });
  }
  return { importees, remarks, via };
}

/** What no read shows, and the program has to say: what the type requires, or a rule between arguments, as in C-21. */
function missingOf(kind: KindName, inputs: Readonly<Record<string, unknown>>, unread: readonly string[]): string[] {
  const required = ownMember(schema.resources, pluginType(kind))!.requiredInputs;
  const violations = kinds[kind].resource.rules.flatMap((rule) => violationsIn(rule(inputs)));
  const refused = violations.map(({ path }) => path[0]);
  return unread.filter((name) => ownMember(inputs, name) === undefined && [...required, ...refused].includes(name));
}
