import { largest } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { randomBytes } from "node:crypto";
import { AnswerError } from "../../client/errors/errors";
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

/** An object that is in no state, with its declaration in a program. */
export interface Importee {
  readonly kind: KindName;
  readonly type: string;
  readonly id: string;
  /** Its logical name, unique within its kind. */
  readonly name: string;
  /** Its variable, unique in the program. */
  readonly variable: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Unreadable arguments that the program must declare. */
  readonly missing: readonly string[];
}

export interface Survey {
  readonly importees: readonly Importee[];
  /** The `Provider` of the imported resources; undefined for the settings of the stack. */
  readonly via: { readonly urn: string; readonly variable: string } | undefined;
  /** The provider's sentences about unreadable values. */
  readonly remarks: readonly string[];
  readonly refusals: readonly string[];
}

/** Tells whether objects of the kind are imported one by one: not if lists never show them or they are only in a state. */
function isImported(name: KindName): boolean {
  const { resource, operations }: Kind = kinds[name];
  return !operations.isUnlisted && !resource.isOnlyInState && !resource.entries;
}

/** The length of the longest chain of kinds to which the arguments of this kind refer. */
function depth(name: KindName): number {
  const fields: Resource["inputs"] = kinds[name].resource.inputs;
  const below = Object.values(fields).flatMap(({ refersTo }) => (refersTo ? [depth(refersTo)] : []));
  return 1 + largest([-1, ...below]);
}

/** The imported kinds, referenced ones first. */
const order = () => kindNames.filter(isImported).sort((a, b) => depth(a) - depth(b));

/** Reads the whole account and omits known objects. @param provider of the account, if it is not the stack's own. */
export async function survey(
  client: Client,
  { apiUrl, apiKey }: Settings,
  isKnown: (one: Found) => boolean,
  provider?: { readonly urn: string; readonly name: string },
): Promise<Survey> {
  const remarks: string[] = [];
  const refusals: string[] = [];
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
  // This runs sequentially, so that remarks are in the order of the program.
  for (const [at, { kind, id }] of objects.entries()) {
    const type = pluginType(kind);
    const name = names[at]!;
    const told = remarks.length;
    const read = await verbs.import(`urn:pulumi:import::import::${type}::${name}`, id).catch((error: unknown) => {
      // One that belongs to another stack, say, is left out.
      if (!(error instanceof AnswerError)) throw error;
      remarks.length = told;
      refusals.push(error.message);
    });
    if (!read) continue;
    const { inputs = {}, outputs } = read;
    const missing = missingOf(kind, inputs, strings(outputs[hidden.unread]));
    importees.push({ kind, type, id, name, variable: variables[at]!, inputs, missing });
  }
  return { importees, remarks, refusals, via };
}

/** The unreadable arguments that the program must declare: those that the type requires, or a rule between arguments, as in C-21. */
function missingOf(kind: KindName, inputs: Readonly<Record<string, unknown>>, unread: readonly string[]): string[] {
  const required = ownMember(schema.resources, pluginType(kind))!.requiredInputs;
  const violations = kinds[kind].resource.rules.flatMap((rule) => violationsIn(rule(inputs)));
  const refused = violations.map(({ path }) => path[0]);
  return unread.filter((name) => ownMember(inputs, name) === undefined && [...required, ...refused].includes(name));
}
