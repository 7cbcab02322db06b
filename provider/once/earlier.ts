import { isObject } from "../props";
import type { Believed } from "./attempt";
import type { Earlier } from "./creation";
import type { Seal } from "./seal";

/** What the journal keeps of the arguments of a create: a digest of each, and of the name of each variable. */
export function digestsOf(seal: Seal, asked: Readonly<Record<string, unknown>>) {
  const declared = Object.entries(asked).filter(([, value]) => value !== undefined);
  const { env } = asked;
  return {
    asked: Object.fromEntries(declared.map(([name, value]) => [name, seal.digest(name, value)])),
    ...(isObject(env) && { variables: Object.keys(env).map((name) => variable(seal, name)) }),
  };
}

const variable = (seal: Seal, name: string): string => seal.digest("env", name);

/**
 * Compares what an attempt was made with and what the program asks for now. With another API key than then nothing can be
 * compared, and any argument may be another.
 */
export function earlierOf(attempt: Believed, seal: Seal, asked: Readonly<Record<string, unknown>>): Earlier {
  const { trust, asked: digests, variables = [], wanted = attempt.name } = attempt;
  const declared = digests && { declared: Object.keys(digests) };
  const isRenamed = wanted !== asked["name"];
  if (trust !== "account" || digests === undefined)
    return { ...declared, differs: (name) => (name === "name" ? isRenamed : true) };
  return {
    ...declared,
    differs: (name) => {
      const value = asked[name];
      return value === undefined ? digests[name] !== undefined : digests[name] !== seal.digest(name, value);
    },
    hadVariable: (name) => variables.includes(variable(seal, name)),
  };
}
