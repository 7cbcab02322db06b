import type * as z from "zod";
import type { KindName } from "../kinds/names";
import type { Props } from "./props";
import type { Path } from "./property-path";
import type { TrueOfRequests } from "./request-types";

/** What a change does to the live resource: nothing, an update in place, or a new one in place of the old. */
export type Effect = "none" | "update" | "replace";

/** A rule that depends on the two values and on what the platform reports, with the sentence that explains it. */
export interface Condition<E extends Effect = Effect> {
  /** Both values in canonical form; `state` is what Pulumi stored. Unknown values are sentinel strings. */
  readonly when: (old: unknown, next: unknown, state: Props) => E;
  /** The answer depends on what the platform reports, so that it can't be told from inputs alone. */
  readonly usesState?: boolean;
  /** Every effect that `when` can answer. */
  readonly effects: readonly E[];
  readonly because: string;
}

/** Keeps the effects that a condition can have, for the types of requests. */
export const condition = <E extends Effect>(rule: Condition<E>): Condition<E> => rule;

export type Change = Effect | Condition;

/** A list of ids that the platform publishes. */ // K-10, K-11, K-12
export type CatalogList = "gpus" | "pools" | "cpus" | "dataCenters";

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
  /** The platform takes it and never returns it; state keeps what was asked for. */
  readonly writeOnly?: boolean;
  /** A read may still show the value from before the last change, so state keeps what was asked for. */
  readonly lags?: boolean;
  /** Ours: never sent to the platform. Where a change of it has an effect, state keeps what was last carried out. */
  readonly local?: boolean;
  /**
   * How it reaches the platform. Left out, a create sends it, and an update does so too where `change` can answer
   * "update". With "update" a create does not take it, and an update follows at once. With "action" no body takes it:
   * the kind's `apply` makes the calls.
   */
  readonly sent?: "update" | "action";
  /** The form that a request takes, where that is not the one that is declared. */
  readonly wire?: (value: unknown) => unknown;
  /** An update of it restarts a running container (`restart`). */
  readonly restarts?: boolean;
  /** The program may give an ordered list instead of one: the first that can be had counts. */
  readonly alternatives?: boolean;
  /** Which list of the catalog has what it holds: of the value itself, or of its members. */
  readonly listedIn?: CatalogList | Readonly<Record<string, CatalogList>>;
  /** It holds the id, or ids, of objects of this kind. */
  readonly refersTo?: KindName;
  /** Of the id of a template: whether that has to be a serverless one. */
  readonly isServerless?: boolean;
  /** Ids of the volumes that it asks to be mounted. */
  readonly volumesIn?: (value: unknown) => string[];
  /** Order carries no meaning. */
  readonly unordered?: boolean;
  /** What leaving the argument out means, where the contract says; removing it sets this. */
  readonly absent?: unknown;
  /** The argument beside which the platform refuses this one: it says what this one would. */
  readonly excludedBy?: string;
  /** A template may set it, so that leaving it out beside `templateId` means "as the template has it". */
  readonly fromTemplate?: boolean;
  /**
   * What leaving it out beside a template does to a value that was asked for before (in canonical form), where a template
   * that is applied to what is there does not set it. Left out, nothing.
   */
  readonly leftToTemplate?: (before: unknown) => Effect;
  /** The form in which two values are compared. */
  readonly canonical?: (value: unknown) => unknown;
  /** Texts that differ in case only are one to the platform, so that no two objects can have them (`uniqueNames`). */
  readonly caseless?: boolean;
  /**
   * Of a secret: the output that says when the platform was last given a value. Another time than state has means that
   * somebody else gave it one.
   */
  readonly stampedBy?: string;
  /** Compared together with the other fields of this name (see `Resource.groups`). */
  readonly group?: string;
}

export type Field<S extends z.ZodType = z.ZodType, F extends FieldFacts = FieldFacts> = F & { readonly schema: S };

export interface Output {
  readonly doc: string;
  readonly schema: z.ZodType;
  /** Set once, when the object is made: no update changes it. */
  readonly stable?: boolean;
  /** What a look comes to depends on what the look before it saw of this. */
  readonly remembered?: boolean;
  readonly rules?: readonly string[];
  readonly secret?: boolean;
}

/** Something wrong with what the program asked for: where, what, and how to mend it. Never quotes what was asked for. */
export interface Violation {
  readonly path: Path;
  readonly problem: string;
  readonly remedy: string;
  /** It is too much or too little: an object that is older than the limit may have it. */
  readonly isLimit?: true;
}

/** Fields that mean one thing together: whether the new inputs mean something else than state does. */
export type Group = (olds: Props, news: Props) => boolean;

export interface Resource {
  readonly kind: KindName;
  readonly doc: string;
  /** What its id is, in a sentence, where that is not the platform's own. */
  readonly id?: string;
  /** Section of `docs/contract/platform-api.md` that the rules were read from. */
  readonly source: string;
  /** What the platform takes, from `api/`. A kind without `update` is never changed in place. */
  readonly requests: { readonly create: z.ZodObject; readonly update?: z.ZodObject };
  /** The interface that it is reached by beside the platform's own, which has an address of its own. */
  readonly reaches?: "queue";
  readonly inputs: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, Output>>;
  readonly groups?: Readonly<Record<string, Group>>;
  /** Nothing of it is on the platform: it can be neither listed, imported nor found changed. */
  readonly isOnlyInState?: boolean;
  /** The account has one of it, and its entries are objects of this kind, which can be managed one by one as well. */
  readonly entries?: KindName;
  /** Longest name the platform takes. */
  readonly maxNameLength: number;
  /**
   * No two objects of an account have the same name: a replacement that keeps the name needs the old one gone first, or, with "suffixed", has a
   * suffix to its name on the platform.
   */
  readonly uniqueNames?: true | "suffixed";
  /** Values that checked inputs always hold. */
  readonly defaults?: Props;
  /** The largest body of a create, where the platform has a limit. */
  readonly largestCreate?: { readonly bytes: number; readonly remedy: string };
  /** Rules between fields. A value that is unknown, or was refused already, is a sentinel. */
  readonly rules: readonly ((inputs: Props) => Violation[])[];
  /** Rules between what was asked before and what is asked now, of an object that stays. */
  readonly transitions?: readonly ((olds: Props, news: Props) => Violation[])[];
  /** What is allowed, yet hardly meant: told when inputs begin to be so. Never quotes what may be a secret. */
  readonly cautions?: readonly ((inputs: Props) => string | undefined)[];
  /**
   * What an update of these arguments does to an object that its owner has protected on the platform. `restarting` are
   * those of them that restart a running container.
   */
  readonly disturbs?: (state: Props, changed: ReadonlySet<string>, restarting: readonly string[]) => string | undefined;
  /** What an update in place does besides, in whole sentences. `restarting` is as for `disturbs`. */
  readonly sideEffects?: (
    state: Props,
    news: Props,
    changed: ReadonlySet<string>,
    restarting: readonly string[],
  ) => string[];
  /** Argument names that belong elsewhere, with where. */
  readonly misplaced?: Readonly<Record<string, string>>;
  /** The data that goes with the object. The argument `dataLoss` is about it. */
  readonly data?: Data;
}

export interface Data {
  /** In words, as in `the pod's persistent disk`. */
  readonly what: string;
  /** Whether an object with these inputs or outputs has any; undefined where they do not tell. */
  readonly isIn: (props: Props) => boolean | undefined;
}

export function field<S extends z.ZodType, const F extends FieldFacts>(schema: S, facts: F): Field<S, F> {
  return { ...facts, schema };
}

/** A read of the object shows what the platform has. */
export const isReadable = ({ secret, writeOnly, lags, local }: Field): boolean =>
  !(secret || writeOnly || lags || local);

/** A template may give it to the object where the program leaves it out, and no read shows whether it did. */
export const isBroughtUnseen = ({ writeOnly, fromTemplate }: Field): boolean =>
  writeOnly === true && fromTemplate === true;

/** Ours, and a change of it is only written down. */
export const isInert = ({ local, change }: Field): boolean => local === true && change === "none";

export const isCondition = (change: Change): change is Condition => typeof change === "object";

/** What a restart of a running container does to it (P-51). */
export const restart = { loses: "wipes the container disk" } as const;

/** What an argument means, and what else a change of it does. */
export const docOf = ({ doc, restarts }: Field): string =>
  restarts ? `${doc} Changing it restarts a running container, which ${restart.loses}.` : doc;

/** Every effect that a change of the field can have. */
export const effectsOf = ({ change }: Field): readonly Effect[] => (isCondition(change) ? change.effects : [change]);

/**
 * Keeps the literal field names and facts of a declaration, and compares it with the types of `api/`: a field that no
 * request takes, one of another type, and a member of a request that has no field are compile errors.
 */
export const defineResource = <const R extends Resource>(resource: R & TrueOfRequests<R>): R => resource;
