import { ownMember } from "../../values/own-member";
import type * as z from "zod";
import type { Ask } from "../../client/queries/questions";
import { type CheckFailure, failuresOf } from "../../provider/table/check";
import { isObject, type Props } from "../../provider/table/props";
import type { Violation } from "../../provider/table/resource";
import { shapeOf } from "./zod-shape";
import { pluginType } from "../names";
import type { Secrets } from "../values";
import { type Fn, functions } from "./table";
import { visible, visibleInLine } from "../../client/errors/visible";
import { listed, nearest } from "../../provider/table/spelling";
import { notSet, unknownMember, type Wrong, wrongIn } from "../../provider/table/wrong-value";

export interface Invoked {
  readonly answer: Props;
  readonly secrets: Readonly<Record<string, Secrets>>;
  readonly failures: readonly CheckFailure[];
}

export async function invoke(token: string, given: Props, once: Ask): Promise<Invoked> {
  const { fn, name } = functionOf(token);
  // Some languages send omitted arguments as null.
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const parsed = fn.args.safeParse(said);
  if (!parsed.success) return { answer: {}, secrets: {}, failures: wrongArguments(name, fn, parsed.error, said) };
  const found = await fn.run(once, parsed.data as never).catch((error: unknown) => {
    // The SDKs name the function.
    throw new Error(error instanceof Error ? error.message : String(error));
  });
  const secret = Object.fromEntries((fn.secret ?? []).map((member) => [member, true as const]));
  if (fn.list === undefined) return { answer: declared(fn.answer, found) as Props, secrets: secret, failures: [] };
  const list = (found as unknown[]).map((one) => declared(fn.answer, one));
  return { answer: { [fn.list]: list }, secrets: { [fn.list]: list.map(() => secret) }, failures: [] };
}

function functionOf(token: string): { fn: Fn; name: string } {
  const prefix = pluginType("");
  const name = token.slice(prefix.length);
  if (token.startsWith(prefix) && Object.hasOwn(functions, name)) return { fn: ownMember(functions, name)!, name };
  throw new Error(`there is no function ${token}; there are ${Object.keys(functions).join(", ")}`);
}

/** Keeps only members of the schema: a new member of the platform could be a secret. */
function declared(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const shape = shapeOf(schema);
  if (shape.is === "list" && Array.isArray(value)) return value.map((one) => declared(shape.of, one));
  if (shape.is !== "object" || !isObject(value)) return value;
  const members = Object.entries(shape.members).filter(([name]) => ownMember(value, name) !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, declared(member, ownMember(value, name))]));
}

/** The mistakes in the arguments of a function, worded like a resource's check. No value is quoted, because it may be a secret. */
function wrongArguments(name: string, fn: Fn, { issues }: z.ZodError, said: Props): CheckFailure[] {
  const violations = issues
    .flatMap((issue) => wrongIn(issue, []))
    .map((wrong) => ({ path: wrong.path, ...inWords(name, fn, wrong) }));
  return failuresOf(violations, said).map(({ property, reason }) => ({
    property: visibleInLine(property),
    reason: visible(reason),
  }));
}

function inWords(name: string, { args, argDocs }: Fn, { path, problem }: Wrong): Omit<Violation, "path"> {
  const argument = String(path[0]);
  const known = Object.keys(args.shape);
  if (problem === unknownMember) {
    const similar = nearest(argument, known);
    const all = known.length > 0 ? `there ${known.length === 1 ? "is" : "are"} ${listed(known, "and")}` : "it has none";
    const remedy = similar ? `did you mean ${similar}?` : all;
    return { problem: `not an argument of ${name}`, remedy, ...(similar && { meant: [[similar]] }) };
  }
  return {
    problem,
    remedy: problem === notSet ? `set it: ${inSentence(ownMember(argDocs, argument) ?? argument)}` : "",
  };
}

const inSentence = (doc: string): string => doc.charAt(0).toLowerCase() + doc.slice(1).replace(/\.$/, "");
