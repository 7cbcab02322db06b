import { ownMember } from "../../../values/own-member";
import type { Listed } from "../../state/identity";
import { declaredNames, hidden } from "../../state/state";
import { isObject, type Props, strings } from "../../table/props";
import type { Lost } from "../../table/reasons";
import { appliesTemplate, type Wanted } from "../../table/requests";
import type { Resource } from "../../table/resource";
import type { Operations } from "../operations";
import { VariablesUnreportedError } from "./errors";

/** The placeholder in outputs for a variable that somebody else added: its value may be a secret unknown to Pulumi. */
export const foreignValue = "(set outside of this program)";

/** The most variables of others in outputs. A pod can have 50 in all (M-11), but whoever answers may say anything. */
const mostForeign = 2_000;

/** Variables that the platform injects into new pods and that survive every change of `env` (P-52, P-53, P-60). */
export const injected: readonly string[] = ["PUBLIC_KEY", "JUPYTER_PASSWORD"];

export type Env = Readonly<Record<string, string>>;

/** The effect of no longer setting a variable, for the documentation (P-33, E-33). */
export const noVariable =
  "each variable that goes is removed, or gets the value back that the template has for it; without `env` the current template is applied again";

export const environment = ({ env }: Props): Env => (isObject(env) ? (env as Env) : {});

/** The variables that a request may contain: of a foreign one never the placeholder, but its present value if there is any. */
export function requested(env: Env, present: Env = {}): Env {
  const entries = Object.entries(env).map(([name, value]) => [
    name,
    value === foreignValue ? ownMember(present, name) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Env;
}

/** The declared variables that a create sends: foreign ones have no value yet. */
export const withoutForeign = (env: unknown): unknown => (isObject(env) ? requested(env as Env) : env);

/** Foreign variables that a request ignores and that a new object lacks, which is not drift. */
function ignoredForeign(present: Env, asked: Props): Props {
  const isRequest = asked[hidden.declared] === undefined;
  const entries = isRequest ? Object.entries(environment(asked)) : [];
  return Object.fromEntries(entries.filter(([name, value]) => value === foreignValue && !Object.hasOwn(present, name)));
}

/** Variables that came with the object from a template or the platform. Later ones are foreign. */
export function inheritedEnv(present: Env, asked: Props): string[] {
  const recorded = asked[hidden.inheritedEnv];
  if (Array.isArray(recorded)) return strings(recorded);
  const own = environment(asked);
  return Object.keys(present).filter((name) => !Object.hasOwn(own, name));
}

/** The environment in outputs: only if the program sets one, without inherited variables and with foreign values hidden. */
export function observeEnv(
  resource: Resource,
  present: Env,
  asked: Props,
  inherited: readonly string[],
): Props | undefined {
  if (!declaredNames(resource, asked).includes("env")) return undefined;
  const own = environment(asked);
  const isOwn = (name: string) => Object.hasOwn(own, name) && ownMember(own, name) !== foreignValue;
  const skipped = new Set(inherited);
  let left = mostForeign;
  function* visible(): Generator<[string, unknown]> {
    yield* Object.entries(ignoredForeign(present, asked));
    for (const name in present)
      if (isOwn(name)) yield [name, ownMember(present, name)];
      else if ((Object.hasOwn(own, name) || !skipped.has(name)) && left-- > 0) yield [name, foreignValue];
  }
  return Object.fromEntries(visible());
}

export interface PresentEnv {
  /** Undefined if the platform's answer leaves it out, as that about an endpoint may (E-14). */
  readonly present: Env | undefined;
  /** Variables of the platform that survive every change of the others. */
  readonly injected?: readonly string[];
  /** The template's values of variables that the program no longer sets (`broughtBack`). */
  readonly brought?: Env;
}

export interface EnvUpdate extends PresentEnv {
  readonly olds: Props;
  readonly news: Props;
  readonly appliesTemplate: boolean;
}

/** The whole map, because a PATCH replaces it. A template adds its own variables (P-35, E-34). */
export function envPatch(update: EnvUpdate): Props {
  const { present, news, appliesTemplate, brought } = update;
  const declared = requested(environment(news), present);
  const env = { ...kept(update, { ...brought, ...declared }), ...brought, ...declared };
  const isSaid = !appliesTemplate || news.env !== undefined || Object.keys(env).length > 0;
  return isSaid ? { env } : {};
}

/** Variables of others that a PATCH must preserve, as far as it does not set them. @throws VariablesUnreportedError */
function kept({ present, olds, appliesTemplate, injected = [] }: EnvUpdate, sent: Env): Env {
  const inherited = appliesTemplate ? injected : [...injected, ...strings(olds[hidden.inheritedEnv])];
  const before = new Set(Object.keys(environment(olds)));
  const names = inherited.filter((name) => !Object.hasOwn(sent, name) && !before.has(name));
  if (!present && names.length > 0) throw new VariablesUnreportedError(names);
  const there = names.filter((name) => Object.hasOwn(present ?? {}, name));
  return Object.fromEntries(there.map((name) => [name, String(ownMember(present ?? {}, name))]));
}

/** Variables that the update removes and no program has set, so that their values exist nowhere but in an earlier template. */
function lostVariables(update: EnvUpdate): string[] {
  const { present, olds, appliesTemplate } = update;
  const sent = environment(envPatch(update));
  const before = environment(olds);
  const brought = new Set(appliesTemplate ? strings(olds[hidden.inheritedEnv]) : []);
  const wasSet = (name: string) => Object.hasOwn(before, name) && ownMember(before, name) !== foreignValue;
  const isSafe = (name: string) => Object.hasOwn(sent, name) || wasSet(name) || brought.has(name);
  return Object.keys(present ?? {}).filter((name) => !isSafe(name));
}

/** Undeclared variables of the object that the update removes. @throws VariablesUnreportedError if it can't keep others. */
export function lostIn(resource: Resource, operations: Operations, object: Listed, olds: Props, wanted: Wanted): Lost {
  const env = operations.environmentOf?.(object);
  if (!env || !sendsEnv(resource, wanted)) return [];
  const lost = lostVariables({ ...env, olds, news: wanted.news, appliesTemplate: appliesTemplate(resource, wanted) });
  return env.present ? lost : "unseen";
}

export const sendsEnv = (resource: Resource, wanted: Wanted): boolean =>
  wanted.changed.has("env") || appliesTemplate(resource, wanted);
