import type * as z from "zod";
import type { KindName } from "../kinds/names";
import type { NeedForm } from "./need";
import type { Path, Props } from "./props";
import type { TrueOfRequests } from "./request-types";

/** The effect of a change on the live resource: none, an update in place, or a replacement. */
export type ChangeEffect = "none" | "update" | "replace";

/** The effect of one change, and why, where the rule's own sentence would leave that open. */
export interface Reasoned<E extends ChangeEffect = ChangeEffect> {
  readonly effect: E;
  /** Holds no value of the program, which may be a secret. */
  readonly because: string;
}

/** A rule that depends on both values and on the platform's answer, with the sentence that explains it. */
export interface Condition<E extends ChangeEffect = ChangeEffect> {
  /** Compares both values in canonical form; `state` is the stored one. Unknown values are sentinel strings. */
  readonly when: (old: unknown, next: unknown, state: Props) => E | Reasoned<E>;
  /** The answer depends on the platform's values, and inputs alone can't tell it. */
  readonly usesState?: boolean;
  readonly effects: readonly E[];
  readonly because: string;
}

/** Keeps the effects of a condition in its type, for the types of requests. */
export const condition = <E extends ChangeEffect>(rule: Condition<E>): Condition<E> => rule;

export type Change = ChangeEffect | Condition;

/** A list of ids that the platform publishes. */ // K-10, K-11, K-12
export type CatalogList = "gpus" | "pools" | "cpus" | "dataCenters";

/** Fields that mean one thing together. */
export interface Group {
  readonly name: string;
  /** Tells whether they mean another thing than in the state. */
  readonly differs: (olds: Props, news: Props) => boolean;
}

export interface FieldFacts {
  readonly change: Change;
  readonly doc: string;
  /** Type, unit and range in words, as in `whole GB, at least 1`; part of the message about a broken limit. */
  readonly limits: string;
  /** Rule ids of the contract. */
  readonly rules?: readonly string[];
  /** Always a secret. Outputs hold a fingerprint of it. */
  readonly secret?: boolean;
  /** Treated as a secret wherever it is printed. An output only if the program sets it. */
  readonly sensitive?: boolean;
  /** The user's own words, printed unless the program declares them as a secret. */
  readonly freeText?: boolean;
  /** The platform never returns it; the state keeps the program's value. */
  readonly writeOnly?: boolean;
  /** A read shows only parts of it: tells whether those are equal. An import takes the other parts from the program. */
  readonly isShownAlike?: (old: unknown, next: unknown) => boolean;
  /** A read may show the value before the last change, so the state keeps the program's value. */
  readonly lags?: boolean;
  /** An argument of ours, kept from the platform. If a change has an effect, the state has the value that was last carried out. */
  readonly local?: boolean;
  /**
   * The way to the platform. Omitted, a create sends it, and an update too if `change` can answer "update". With
   * "update", only an update after the create sends it. With "action", the kind's `apply` makes its calls.
   */
  readonly sent?: "update" | "action";
  /** Converts the declared form to that of a request. */
  readonly wire?: (value: unknown) => unknown;
  /** An update of it restarts a running container (`restart`). */
  readonly restarts?: boolean;
  /** The program may give an ordered list; the first available alternative counts. */
  readonly alternatives?: boolean;
  readonly need?: NeedForm;
  /** The list of the catalog that has its value, or those of its members. */
  readonly listedIn?: CatalogList | Readonly<Record<string, CatalogList>>;
  /** It holds ids of objects of this kind. */
  readonly refersTo?: KindName;
  /** A preview looks whether these objects exist. */
  readonly isLookedFor?: true;
  /** The template of this id must be a serverless one (true) or one for pods (false). */
  readonly isServerless?: boolean;
  /** The ids of the volumes to mount. */
  readonly volumesIn?: (value: unknown) => string[];
  /** Order carries no meaning. */
  readonly unordered?: boolean;
  /** The meaning of leaving the argument out, by the contract. Removing the argument sets it. */
  readonly absent?: unknown;
  /** The effect of no longer setting the argument, in words. Default: what follows from `absent` and `change`. */
  readonly whenLeftOut?: string;
  /** Another argument that says the same; the platform refuses both together. */
  readonly excludedBy?: string;
  /** A template may set it. Omitting it beside `templateId` means the template's value. */
  readonly fromTemplate?: boolean;
  /** The effect of omitting it beside a template that does not set it, on an earlier value in canonical form. Default: none. */
  readonly leftToTemplate?: (before: unknown) => ChangeEffect;
  /** Converts a value to the form that is compared. */
  readonly canonical?: (value: unknown) => unknown;
  /** The platform ignores case, so names that differ only in case are equal (`uniqueNames`). */
  readonly caseless?: boolean;
  /** The output with the time when the platform was last given the secret: another one means that somebody else set it. */
  readonly stampedBy?: string;
  /** Its group of fields, which are compared together. */
  readonly group?: Group;
}

export type Field<S extends z.ZodType = z.ZodType, F extends FieldFacts = FieldFacts> = F & { readonly schema: S };

export interface Output {
  readonly doc: string;
  readonly schema: z.ZodType;
  /** Set once at creation; updates leave it. */
  readonly stable?: boolean;
  /** The result of a look depends on the earlier value of this. */
  readonly remembered?: boolean;
  readonly rules?: readonly string[];
  readonly secret?: boolean;
  /** The setting that it is made of, and as secret as. */
  readonly madeOf?: string;
}

/** A mistake of the program: its place, the problem and the remedy, without quoting a value. */
export interface Violation {
  readonly path: Path;
  readonly problem: string;
  readonly remedy: string;
  /** The paths that a misspelled name probably meant; their absence is reported with the misspelling. */
  readonly meant?: readonly Path[];
  /** A broken limit, which an object that is older than the limit may exceed. */
  readonly isLimit?: true;
}

export type Broken = Violation | Violation[] | undefined;

export interface Resource {
  readonly kind: KindName;
  readonly doc: string;
  /** A sentence about the id, unless it is the platform's own. */
  readonly id?: string;
  /** Section of `docs/contract/platform-api.md` that the rules were read from. */
  readonly source: string;
  /** The request types from `api/`. A kind without `update` is never changed in place. */
  readonly requests: { readonly create: z.ZodObject; readonly update?: z.ZodObject };
  /** A second interface of the kind, with an address of its own. */
  readonly reaches?: "queue";
  readonly inputs: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, Output>>;
  /** It registers keys that can log in to machines which are created later. */
  readonly letsIn?: true;
  /** The kind is in the state only: it can't be listed, imported or found changed. */
  readonly isOnlyInState?: boolean;
  /** Tells whether an object is a run that ends, so that another one would do its work again. */
  readonly isRun?: (inputs: Props) => boolean;
  /** The account has one object of this kind, whose entries can be managed one by one as objects of this other kind. */
  readonly entries?: KindName;
  /** Longest name the platform takes. */
  readonly maxNameLength: number;
  /** Names are unique in the account: the old object is deleted first, or with "suffixed" the new one gets a suffix there. */
  readonly uniqueNames?: true | "suffixed";
  /** Default values of checked inputs. */
  readonly defaults?: Props;
  /** The platform's limit for the body of a create. */
  readonly largestCreate?: { readonly bytes: number; readonly remedy: string };
  /** Rules between fields. An unknown or refused value is a sentinel. */
  readonly rules: readonly ((inputs: Props) => Broken)[];
  /** Rules between old and new inputs of an object that stays. */
  readonly transitions?: readonly ((olds: Props, news: Props) => Broken)[];
  /** Warnings about valid but probably unintended inputs, when they first appear. They never quote a possible secret. */
  readonly cautions?: readonly ((inputs: Props) => string | undefined)[];
  /** A warning of what an update does to an object that its owner has protected on the platform. */
  readonly disturbs?: (container: ContainerRun, update: Update) => string | undefined;
  /** The effect of an update on the container, by the changed arguments that restart a running one. Default: it stays. */
  readonly runAfter?: (update: Update, by: readonly string[]) => RunAfter;
  /** Sentences about what an update does to the container, and about its other effects. */
  readonly sideEffects?: (run: RunAfter, update: Update) => string[];
  /** Misplaced argument names, with their right place. */
  readonly misplaced?: Readonly<Record<string, string>>;
  /** The data of the object, which `dataLoss` protects. */
  readonly data?: Data;
}

export interface Update {
  /** Outputs. */
  readonly state: Props;
  readonly news: Props;
  readonly changed: ReadonlySet<string>;
}

export type RunAfter = "starts" | "restarts" | "stops" | "stays";

/** The effect of an update on a container. */
export interface ContainerRun {
  readonly run: RunAfter;
  /** The clause under which it comes, if only `up` can tell: `its settings differ from the template's`. */
  readonly onlyIf?: string;
  /** The changed arguments that restart a running container. */
  readonly by: readonly string[];
}

export interface Data {
  /** The words for it, as in `the pod's persistent disk`. */
  readonly what: string;
  /** Tells whether an object with these inputs or outputs has data; undefined if they leave it open. */
  readonly isIn: (props: Props) => boolean | undefined;
}

export function field<S extends z.ZodType, const F extends FieldFacts>(schema: S, facts: F): Field<S, F> {
  return { ...facts, schema };
}

/** The form in which values of a field are compared. Alternatives are converted one by one. */
export function canonical(field: Field, value: unknown): unknown {
  if (field.alternatives && Array.isArray(value)) return value.map((one) => canonical(field, one));
  const plain = field.canonical ? field.canonical(value) : value;
  return field.unordered && Array.isArray(plain) ? [...(plain as string[])].sort() : plain;
}

/** The text behind the fingerprint of a secret argument: a text itself, or the canonical form of another value. */
export function comparedText(field: Field, value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(canonical(field, value));
}

export const isReadable = ({ secret, writeOnly, lags, local }: Field): boolean =>
  !(secret || writeOnly || lags || local);

/** Tells whether a template may set it unseen, if the program omits it. */
export const isBroughtUnseen = ({ writeOnly, fromTemplate }: Field): boolean =>
  writeOnly === true && fromTemplate === true;

/** Tells whether a change of it is only written into the state. */
export const isInert = ({ local, change }: Field): boolean => local === true && change === "none";

export const isCondition = (change: Change): change is Condition => typeof change === "object";

/** The effect of a restart on a running container (P-51). */
export const restart = { loses: "wipes the container disk" } as const;

/** The meaning of an argument, and the effect of a restart if a change causes one. */
export const docOf = ({ doc, restarts }: Field): string =>
  restarts ? `${doc} Changing it restarts a running container, which ${restart.loses}.` : doc;

export const effectsOf = ({ change }: Field): readonly ChangeEffect[] =>
  isCondition(change) ? change.effects : [change];

/** Declares a resource with literal names and facts, whose fields the compiler compares with the types of `api/`. */
export const defineResource = <const R extends Resource>(resource: R & TrueOfRequests<R>): R => resource;
