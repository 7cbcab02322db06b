import type * as z from "zod";
import type { Props } from "./props";
import type { Path } from "./property-path";

/** What a change does to the live resource: nothing, an update in place, or a new one in place of the old. */
export type Effect = "none" | "update" | "replace";

/** A rule that depends on the two values and on what the platform reports, with the sentence that explains it. */
export interface Condition {
  /** Both values in canonical form; `state` is what Pulumi stored. Unknown values are sentinel strings. */
  readonly when: (old: unknown, next: unknown, state: Props) => Effect;
  /** The answer depends on what the platform reports, so that it can't be told from inputs alone. */
  readonly usesState?: boolean;
  /** Every effect that `when` can answer. */
  readonly effects: readonly Effect[];
  readonly because: string;
}

export type Change = Effect | Condition;

export interface FieldFacts {
  readonly change: Change;
  /** One sentence of meaning. */
  readonly doc: string;
  /** Type, unit and range in words, as in `whole GB, at least 1`; also told to whoever breaks them. */
  readonly limits: string;
  /** Rule ids of the contract. */
  readonly rules?: readonly string[];
  /** Always a secret. Never an output: outputs hold a fingerprint of it. */
  readonly secret?: boolean;
  /** May hold a secret: never printed, and an output only where the program set it. */
  readonly sensitive?: boolean;
  /** Words of the user's own, which a program may declare as a secret. Printed like any other unless it does. */
  readonly freeText?: boolean;
  /** The platform never returns it; state keeps what was asked for. */
  readonly createOnly?: boolean;
  /** A read may still show the value from before the last change, so state keeps what was asked for. */
  readonly lags?: boolean;
  /** Ours: never sent to the platform. */
  readonly local?: boolean;
  /** The program may give an ordered list instead of one: the first that can be had counts. */
  readonly alternatives?: boolean;
  /** Order carries no meaning. */
  readonly unordered?: boolean;
  /** What leaving the argument out means, where the contract says; removing it sets this. */
  readonly absent?: unknown;
  /** A template may set it, so that leaving it out beside `templateId` means "as the template has it". */
  readonly fromTemplate?: boolean;
  /** The form in which two values are compared. */
  readonly canonical?: (value: unknown) => unknown;
  /** Compared together with the other fields of this name (see `Resource.groups`). */
  readonly group?: string;
}

export interface Field<S extends z.ZodType = z.ZodType> extends FieldFacts {
  readonly schema: S;
}

export interface Output {
  readonly doc: string;
  readonly schema: z.ZodType;
  /** Set once, when the object is made: no update changes it. */
  readonly stable?: boolean;
  readonly rules?: readonly string[];
  readonly secret?: boolean;
}

/** Something wrong with what the program asked for: where, what, and how to mend it. Never quotes what was asked for. */
export interface Violation {
  readonly path: Path;
  readonly problem: string;
  readonly remedy: string;
}

/** Fields that mean one thing together. Answers the effect of going from state to the new inputs. */
export type Group = (olds: Props, news: Props) => Effect;

export interface Resource {
  readonly kind: "Pod" | "Cluster" | "NetworkVolume" | "RegistryCredential";
  readonly doc: string;
  /** Section of `docs/contract/platform-api.md` that the rules were read from. */
  readonly source: string;
  readonly inputs: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, Output>>;
  readonly groups?: Readonly<Record<string, Group>>;
  /** Longest name the platform takes. */
  readonly maxNameLength: number;
  /** Values that checked inputs always hold. */
  readonly defaults?: Props;
  /** Rules between fields. A value that is unknown, or was refused already, is a sentinel. */
  readonly rules: readonly ((inputs: Props) => Violation[])[];
  /** Rules between what was asked before and what is asked now, of an object that stays. */
  readonly transitions?: readonly ((olds: Props, news: Props) => Violation[])[];
  /** What is allowed, yet hardly meant: told when inputs begin to be so. Never quotes what may be a secret. */
  readonly cautions?: readonly ((inputs: Props) => string | undefined)[];
  /** What an update of these arguments does to an object that its owner has protected on the platform. */
  readonly disturbs?: (state: Props, changed: ReadonlySet<string>) => string | undefined;
  /** What an update in place does besides, in whole sentences. */
  readonly sideEffects?: (state: Props, news: Props, changed: ReadonlySet<string>) => string[];
  /** Argument names that belong elsewhere, with where. */
  readonly misplaced?: Readonly<Record<string, string>>;
  /** The data that a replacement destroys, in words, or `undefined` when there is none. */
  readonly destroys?: (state: Props) => string | undefined;
  /** What `dataLoss` is when the program does not say. */
  readonly dataLoss?: "refuse" | "allow";
}

export function field<S extends z.ZodType>(schema: S, facts: FieldFacts): Field<S> {
  return { schema, ...facts };
}

/** A read of the object shows what the platform has. */
export const isReadable = ({ secret, createOnly, lags, local }: Field): boolean =>
  !(secret || createOnly || lags || local);

export const isCondition = (change: Change): change is Condition => typeof change === "object";

/** Keeps the literal field names of a declaration, for the argument types. */
export const defineResource = <R extends Resource>(resource: R): R => resource;
