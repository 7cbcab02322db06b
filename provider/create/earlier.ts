import { isHidden } from "../state/state";
import { isObject } from "../table/props";
import type { Believed } from "./journal/attempt";
import type { Seal } from "./journal/seal";

/** What is known of the arguments that an interrupted run made an object from. */
export interface Earlier {
  /** The arguments that the program declared then. Undefined where nobody knows. */
  readonly declared?: readonly string[];
  /** The argument has another value now, or may have. */
  differs(name: string): boolean;
  /** The program gave the argument this very value then. Undefined where nobody knows. */
  readonly had?: (name: string, value: unknown) => boolean;
  /** The program had this environment variable then. Undefined where nobody knows. */
  readonly hadVariable?: (name: string) => boolean;
}

type Arguments = Readonly<Record<string, unknown>>;
type Digests = Readonly<Record<string, string>>;

/**
 * What the journal keeps of the arguments of a create: a digest of each, and of the name of each variable. Of the names, and of
 * arguments that hold no secret, it keeps another one by the key of this machine.
 */
export function digestsOf(seal: Seal, asked: Arguments, plain: ReadonlySet<string> = new Set()) {
  const declared = Object.entries(asked).filter(([, value]) => value !== undefined);
  const here = declared.flatMap(([name, value]) => {
    const digest = plain.has(name) ? seal.digestHere(name, value) : undefined;
    return digest === undefined ? [] : [[name, digest] as const];
  });
  const { env } = asked;
  const variables = isObject(env) ? Object.keys(env) : undefined;
  const variablesHere = variables?.flatMap((name) => seal.digestHere("env", name) ?? []);
  return {
    asked: Object.fromEntries(declared.map(([name, value]) => [name, seal.digest(name, value)])),
    ...(here.length > 0 && { askedHere: Object.fromEntries(here) }),
    ...(variables && {
      variables: variables.map((name) => seal.digest("env", name)),
    }),
    ...(variablesHere?.length === variables?.length && variablesHere && { variablesHere }),
  };
}

/**
 * Compares what an attempt was made with and what the program asks for now. With another API key than then, only what
 * holds no secret can be compared, and any other argument may be another.
 */
export function earlierOf(attempt: Believed, seal: Seal, asked: Arguments): Earlier {
  const { trust, asked: digests, askedHere = {}, variables = [], variablesHere, wanted = attempt.name } = attempt;
  const isRenamed = wanted !== asked["name"];
  if (digests === undefined) return { differs: (name) => (name === "name" ? isRenamed : true) };
  const declared = declaredIn(digests);
  if (trust === "machine") {
    const digestHere = (name: string, value: unknown) => seal.digestHere(name, value);
    const differs = differing(asked, digests, askedHere, digestHere);
    const names = declared.includes("env") ? variablesHere : [];
    return {
      declared,
      differs: (name) => (name === "name" ? isRenamed : differs(name)),
      had: having(askedHere, digestHere),
      ...(names && {
        hadVariable: (name) => names.includes(String(seal.digestHere("env", name))),
      }),
    };
  }
  const digest = (name: string, value: unknown) => seal.digest(name, value);
  return {
    declared,
    differs: differing(asked, digests, digests, digest),
    had: having(digests, digest),
    hadVariable: (name) => variables.includes(seal.digest("env", name)),
  };
}

const declaredIn = (digests: Digests): string[] => Object.keys(digests).filter((name) => !isHidden(name));

type Digest = (name: string, value: unknown) => string | undefined;

const having =
  (digests: Digests, digest: Digest) =>
  (name: string, value: unknown): boolean =>
    digests[name] !== undefined && digests[name] === digest(name, value);

/** @param declared has a digest, of whichever key, of each argument that the program declared then. */
function differing(asked: Arguments, declared: Digests, digests: Digests, digest: Digest): (name: string) => boolean {
  return (name) => {
    const value = asked[name];
    if (value === undefined) return declared[name] !== undefined;
    return digests[name] === undefined || digests[name] !== digest(name, value);
  };
}
