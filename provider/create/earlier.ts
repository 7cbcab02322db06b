import { ownMember } from "../../values/own-member";
import { isHidden } from "../state/state";
import { isObject } from "../table/props";
import type { Attempt } from "../journal/attempt";
import type { Seal } from "../journal/seal";

/** Knowledge of the arguments with which an interrupted run created an object. */
export interface Earlier {
  /** The arguments that the program set at that time. Undefined if unknown. */
  readonly declared?: readonly string[];
  differs(name: string): boolean;
  /** Tells whether the program set this environment variable at that time. Undefined if unknown. */
  readonly hadVariable?: (name: string) => boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The digests that the journal keeps for a create: one of each argument, and one of the name of each variable. */
export function digestsOf(seal: Seal, asked: Arguments) {
  const declared = Object.entries(asked).filter(([, value]) => value !== undefined);
  const { env } = asked;
  return {
    asked: Object.fromEntries(declared.map(([name, value]) => [name, seal.digest(name, value)])),
    ...(isObject(env) && { variables: Object.keys(env).map((name) => seal.digest("env", name)) }),
  };
}

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
