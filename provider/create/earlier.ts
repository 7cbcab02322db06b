import { ownMember } from "../../values/own-member";
import { isHidden } from "../state/state";
import { isObject } from "../table/props";
import type { Attempt } from "./journal/attempt";
import type { Seal } from "./journal/seal";

/** What is known of the arguments that an interrupted run made an object from. */
export interface Earlier {
  /** The arguments that the program set then. Undefined where nobody knows. */
  readonly declared?: readonly string[];
  /** The argument has another value now, or may have. */
  differs(name: string): boolean;
  /** The program had this environment variable then. Undefined where nobody knows. */
  readonly hadVariable?: (name: string) => boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What the journal keeps of the arguments of a create: a digest of each, and of the name of each variable. */
export function digestsOf(seal: Seal, asked: Arguments) {
  const declared = Object.entries(asked).filter(([, value]) => value !== undefined);
  const { env } = asked;
  return {
    asked: Object.fromEntries(declared.map(([name, value]) => [name, seal.digest(name, value)])),
    ...(isObject(env) && { variables: Object.keys(env).map((name) => seal.digest("env", name)) }),
  };
}

/** Compares what an attempt was made with and what the program asks for now. */
export function earlierOf(attempt: Attempt, seal: Seal, asked: Arguments): Earlier {
  const { asked: digests, variables = [], wanted = attempt.name } = attempt;
  const isRenamed = wanted !== asked["name"];
  if (digests === undefined) return { differs: (name) => (name === "name" ? isRenamed : true) };
  const had = (name: string, value: unknown) => ownMember(digests, name) === seal.digest(name, value);
  return {
    declared: Object.keys(digests).filter((name) => !isHidden(name)),
    differs: (name) =>
      ownMember(asked, name) === undefined
        ? ownMember(digests, name) !== undefined
        : !had(name, ownMember(asked, name)),
    hadVariable: (name) => variables.includes(seal.digest("env", name)),
  };
}
