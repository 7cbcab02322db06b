import type { Listed } from "../state/identity";
import type { CallOptions, LogEvent } from "../../client";
import type { Hardware } from "../capacity/stock";
import type { Pricing } from "../cost/pricing";
import type { Session } from "../host/session";
import type { Settings } from "../host/settings";
import type { RandomBytes } from "../table/names";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";
import type { KindName } from "./names";
import type { Env, PresentEnv } from "./shared/environment";

/** The part of a session that reads and deletes need. The `compute` command has only this part. */
export type Reading = Pick<Session, "client">;

/** One run of a container, beginning with its start. */
export interface Run {
  /** The same until it starts again. */
  readonly id: string;
  /** The program leaves the container ended, unless a change requires another run. */
  readonly staysEnded: boolean;
}

/** The work that brings an object to the program's arguments. */
export interface Task {
  /** Earlier outputs. For a newly created object, the same as `news`. */
  readonly olds: Props;
  readonly news: Props;
  /** Arguments that have to be sent to the platform. */
  readonly changed: ReadonlySet<string>;
  /** The template's values of variables that the program no longer sets. */
  readonly brought?: Env;
  /** The object is new, or has never been in the state of `waitFor`. */
  readonly isUnready: boolean;
  /** This very call created the object, so nobody has waited for it before. */
  readonly isMadeNow?: boolean;
  /** The limit for all of it, in milliseconds. */
  readonly withinMs: number;
  /** The resource's name in the program, if known. */
  readonly name?: string | undefined;
}

/** An object that a run keeps unchanged or updates in place. */
export interface Kept {
  readonly id: string;
  /** Its outputs. */
  readonly state: Props;
  readonly news: Props;
  readonly changed: ReadonlySet<string>;
  /** Its label, as in `Pod trainer`. */
  readonly called: string;
}

/** The calls of one kind to the platform. Each is thin: pure functions decide what to do. */
export interface Operations<T extends Listed = Listed> {
  /** The name on the platform, for kinds whose name there may differ from the program's. */
  platformName?(session: Session, inputs: Props): Promise<string>;
  /**
   * The id, for kinds whose ids follow from the inputs, like that of an SSH key. Creating such an object twice creates it
   * once, so a create is simply sent, without a look-up afterwards. For a kind that is only in the state, any id.
   */
  idOf?(inputs: Props, randomBytes: RandomBytes): string;
  /** The argument that determines the id: a program may have only one resource with the same value. */
  readonly idFrom?: string;
  /** No list shows the objects: nobody can find one after a lost answer, so no create is repeated for the same arguments. */
  readonly isUnlisted?: true;
  /** Reads the platform before a create sends anything, unless an earlier run made the object. @throws to send nothing. */
  beforeCreate?(session: Session, inputs: Props, name: string): Promise<void>;
  /** Sends the request once. @param begins awaited by kinds with `idOf` before a request that makes the object. */
  create(session: Session, inputs: Props, name: string, begins?: () => Promise<void>): Promise<T>;
  /** A caution (`Resource.cautions`) about a new object that needs a request to the platform. */
  caution?(session: Session, inputs: Props): Promise<string | undefined>;
  /** The same, for previews only. */
  advice?(session: Session, inputs: Props): Promise<string | undefined>;
  /** A caution about an existing object, for previews only. */
  keptAdvice?(state: Props, news: Props): string | undefined;
  /** The other losses due to a create (`state` is empty) or a change, in words, also for previews. @throws to refuse them. */
  otherLosses?(session: Session, state: Props, news: Props): Promise<string | undefined>;
  /** The hardware of the kind that may be scarce, so that a create tries alternatives. Omitted if nothing is scarce. */
  readonly hardware?: Hardware;
  /** Reads the object for a refresh, possibly from a list that other reads share. @throws NotFoundError */
  read(session: Session, id: string): Promise<T>;
  /** Reads the object's current state. @throws NotFoundError */
  get(session: Reading, id: string, options?: CallOptions): Promise<T>;
  /** Renames the object, without a change that needs a wait. Omitted for kinds that can't be renamed. */
  rename?(session: Reading, id: string, body: { readonly name: string }): Promise<Listed>;
  /** Lists every object of the kind past any cache, except parts of a whole (`partOf`). */
  list(session: Reading, options?: CallOptions): Promise<T[]>;
  /** Tells whether the object is gone although a read finds it: terminated, or dropped while the state still waits for it. */
  isGone?(object: T, state?: Props): boolean;
  /** The fate of a missing object. Default: `it was terminated`. */
  readonly howGone?: string;
  /** Tells whether the object has ended in an error, which `desiredStatus` does not distinguish. */
  endedInError?(object: T): boolean;
  /** The container's current run, by which a later read can tell whether it has started again. */
  runOf?(object: T, news: Props): Run;
  /** The whole that the object is part of and managed with, such as a `cluster`; undefined if it is managed by itself. */
  partOf?(object: T): string | undefined;
  /** The object as properties: arguments in the form of a request, and computed outputs. `asked` is earlier outputs or inputs. */
  observe(object: T, asked: Props, settings?: Settings): Props;
  /** The form of an id, for kinds whose ids have parts; an import refuses any other. */
  readonly idForm?: { readonly pattern: RegExp; readonly inWords: string };
  /** Tells whether the platform has forgotten the object, so that it can't be imported. */
  isUnknown?(object: T): boolean;
  /** The state assumed for an object that somebody else made, besides the program's arguments. */
  presumed?(inputs: Props): Props;
  /** The unreadable values that the template of these inputs sets. Undefined without a template. */
  valuesFromTemplate?(session: Session, props: Props): Promise<Props | undefined>;
  /** Completes the object with members that lists lack, for kinds that need another request for them, as `read` and `get` do. */
  inFull?(session: Reading, object: T, options?: CallOptions): Promise<T>;
  /** The environment of the object, for kinds whose update replaces it as a whole. */
  environmentOf?(object: T): PresentEnv;
  /**
   * Brings the object to the program's arguments, and waits as the program says.
   *
   * @param seen must be called with each newer state of the object, and with `isTaken` once the platform has accepted
   * values that it never returns.
   */
  apply(session: Session, object: T, task: Task, seen: (object: T, isTaken?: boolean) => void): Promise<void>;
  /** The phase of an object during a wait, in words: `pulling the image`. */
  phase?(object: T, news: Props): string | undefined;
  /** Tells whether the program asks `apply` not to wait, so that the state does not know the outcome of the change. */
  isUnawaited?(news: Props): boolean;
  /** Tells whether an object that nobody waited for has finished starting, so that the state can record the outcome. */
  hasArrived?(object: T): boolean;
  /** Notes that a preview or an `up` has read an object that nobody waited for. */
  sawOnItsWay?(session: Session, object: T, news: Props, name?: string): void;
  /** The reason for an update without a difference, in a sentence. */
  due?(session: Session, news: Props): Promise<string | undefined>;
  /** Tells whether a new object has ended for good with this error, so that the next `up` makes another. */
  isSpent?(object: T, error: unknown): boolean;
  /** The last log lines of the container, or of the failed part, with secrets in them; undefined without a log. */
  lastLogLines?(session: Session, object: T, error: unknown): Promise<readonly LogEvent[] | undefined>;
  /** Tells what goes with a replaced object besides its data: `has 1 job, which …`. @throws to refuse it. */
  lostByReplacement?(session: Session, id: string, olds: Props, news: Props): Promise<string | undefined>;
  /** Notes that a preview or an `up` keeps the object. @throws if the run takes something from it. */
  refuseToStay?(session: Session, object: Kept): Promise<void>;
  /** Why the object with this state is deleted before its replacement is made, in a sentence; undefined if it is not. */
  whyDeletedFirst?(state: Props, news: Props): string | undefined;
  /** Sends the deletion without waiting. A missing object counts as deleted. */
  sendDelete(session: Reading, id: string): Promise<void>;
  /**
   * Deletes the object and waits until it is gone. A missing object counts as deleted.
   *
   * @param state its outputs; omitted for an object that this very call created.
   * @param programInputs the program's inputs in this run of the resource that owned the object, if it has been replaced.
   */
  delete(session: Session, id: string, withinMs: number, state?: Props, programInputs?: Props): Promise<void>;
}

export type { Listed };

/** The declaration of a kind: its table, its calls to the platform, and its prices. */
export interface Kind<N extends KindName = KindName> {
  readonly resource: Resource & { readonly kind: N };
  readonly operations: Operations;
  readonly pricing: Pricing;
}
