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

/**
 * What every object has as far as anything but its own kind is concerned. Where the platform names a thing otherwise,
 * or knows no name, the kind's `list`, `read` and `get` say what stands for them.
 */
export interface Identified {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}

/** What an operation needs that only reads or deletes. The `compute` command has no more of a session than this. */
export type Reading = Pick<Session, "client">;

/** Something that an object is a part of and is managed with, as a pod may be of a cluster. */
export interface Whole {
  /** What it is, e.g. `cluster`. */
  readonly what: string;
}

/** One run of a container, from its start on. */
export interface Run {
  /** The same until it starts again. */
  readonly id: string;
  /** The program leaves it ended, unless something asks for another run. */
  readonly staysEnded: boolean;
}

/** What has to be done to an object so that it is as the program says. */
export interface Task {
  /** Outputs before. For an object that was just created, the same as `news`. */
  readonly olds: Props;
  /** Checked inputs. */
  readonly news: Props;
  /** Arguments that the platform has to be told about. */
  readonly changed: ReadonlySet<string>;
  /** The template's values of variables that the program no longer sets. */
  readonly brought?: Env;
  /** The object is new, or has never been as `waitFor` says since it was made. */
  readonly isUnready: boolean;
  /** This very call has made the object, so that nobody can have waited for it before. */
  readonly isMadeNow?: boolean;
  /** How long all of it may take, in milliseconds. */
  readonly withinMs: number;
  /** What the program calls the resource, where this run was told. */
  readonly name?: string | undefined;
}

/** An object that a run keeps as it is, or changes in place. */
export interface Kept {
  readonly id: string;
  /** Its outputs. */
  readonly state: Props;
  /** Checked inputs. */
  readonly news: Props;
  readonly changed: ReadonlySet<string>;
  /** What the program calls it, as in `Pod trainer`. */
  readonly called: string;
}

/** How one kind reaches the platform. Each call is thin: pure functions decide what to do. */
export interface Operations<T extends Identified = Identified> {
  /** The name on the platform, for kinds whose name there may differ from the one that the program gives. */
  platformName?(session: Session, inputs: Props): Promise<string>;
  /**
   * The id, for kinds whose ids follow from the inputs, as that of an SSH key does: making such an object twice makes it
   * once, so a create is just sent, and nothing has to be looked up afterwards. For a kind that is only in the state, any id.
   */
  idOf?(inputs: Props, randomBytes: RandomBytes): string;
  /** The argument that the id follows from: a program may have only one resource with it. */
  readonly idFrom?: string;
  /**
   * No list shows the objects, so after a lost answer nobody can find out whether one was made. People are told, and it is
   * never made again for the same arguments.
   */
  readonly isUnlisted?: true;
  /**
   * Looks at the platform before a create writes anything down or sends anything. Left out if an earlier run has made the object.
   *
   * @throws where nothing is to be sent.
   */
  beforeCreate?(session: Session, inputs: Props, name: string): Promise<void>;
  /**
   * Sends the request once.
   *
   * @param begins given to kinds with `idOf`, which await it before they send anything that makes the object.
   */
  create(session: Session, inputs: Props, name: string, begins?: () => Promise<void>): Promise<T>;
  /** A caution (`Resource.cautions`) about an object that is about to be made, for which the platform has to be asked. */
  caution?(session: Session, inputs: Props): Promise<string | undefined>;
  /** The same, of which only previews tell. */
  advice?(session: Session, inputs: Props): Promise<string | undefined>;
  /** A caution about an object that stays, of which only previews tell. */
  keptAdvice?(state: Props, news: Props): string | undefined;
  /**
   * What else a create or a change takes away, in words; a preview says it too. `state` is empty before a create.
   *
   * @throws where that is refused.
   */
  foresee?(session: Session, state: Props, news: Props): Promise<string | undefined>;
  /** The hardware of the kind, which may be scarce, so that a create tries alternatives. Left out where nothing is scarce. */
  readonly hardware?: Hardware;
  /** The object for a refresh: the answer may come from a list that other reads share. @throws NotFoundError */
  read(session: Session, id: string): Promise<T>;
  /** The object as the platform has it now. @throws NotFoundError */
  get(session: Reading, id: string, options?: CallOptions): Promise<T>;
  /** Renames the object, and sets nothing else that takes a wait. Left out of kinds that can't be renamed. */
  rename?(session: Reading, id: string, body: { readonly name: string }): Promise<Identified>;
  /** Every object of the kind as the platform lists it now, past any cache; without those that `partOf` is about. */
  list(session: Reading, options?: CallOptions): Promise<T[]>;
  /**
   * Whether the object is gone, although a look answers for it: a pod that was terminated, or what the platform has dropped while state
   * still waits for it.
   */
  isGone?(object: T, state?: Props): boolean;
  /** What became of an object that is gone. Default: `it was terminated`. */
  readonly howGone?: string;
  /** Whether the object has ended in an error, which `desiredStatus` does not tell from any other end. */
  endedInError?(object: T): boolean;
  /** The run that the object's container is in, so that a later look tells whether it has started since. */
  runOf?(object: T, news: Props): Run;
  /** The whole that the object is only a part of, so that it can't be managed by itself. */
  partOf?(object: T): Whole | undefined;
  /** What the object has: arguments in the form of a request, and computed outputs. `asked` is earlier outputs or inputs. */
  observe(object: T, asked: Props, settings?: Settings): Props;
  /** What an id looks like, for kinds whose ids have parts; an import refuses any other. */
  readonly idForm?: { readonly pattern: RegExp; readonly inWords: string };
  /** Only a state can still know of the object, since the platform does not: nobody can import it. */
  isUnknown?(object: T): boolean;
  /** What state is taken to hold of an object that somebody else made, besides what the program asks for. */
  presumed?(inputs: Props): Props;
  /** What the template of these inputs gives an object and no read shows. Undefined without a template. */
  valuesFromTemplate?(session: Session, props: Props): Promise<Props | undefined>;
  /** The object with what no list shows of it, for kinds of which that takes a request more. `read` and `get` answer it. */
  inFull?(session: Reading, object: T, options?: CallOptions): Promise<T>;
  /** The environment of the object, where an update replaces it as a whole. */
  environmentOf?(object: T): PresentEnv;
  /**
   * Makes the object as the program wants it, and waits as the program wants.
   *
   * @param seen to be called with each newer state of the object, and with `isTaken` once the platform has taken what it never
   * returns.
   */
  apply(session: Session, object: T, task: Task, seen: (object: T, isTaken?: boolean) => void): Promise<void>;
  /** What an object that is waited for does meanwhile, in words: `pulling the image`. */
  phase?(object: T, news: Props): string | undefined;
  /** Whether `apply` does not wait, as the program wants, so that state does not know what came of the change. */
  isUnawaited?(news: Props): boolean;
  /** Whether an object that nobody waited for has arrived, so that state can say what came of it. */
  hasArrived?(object: T): boolean;
  /** A preview or an `up` has looked at an object that nobody waited for. */
  sawOnItsWay?(session: Session, object: T, news: Props, name?: string): void;
  /** A preview or an `up` has found that these arguments change in place. */
  expectUpdate?(session: Session, id: string, news: Props, changed: ReadonlySet<string>): void;
  /** Why an update is due though no argument differs, in a whole sentence. */
  due?(session: Session, news: Props): Promise<string | undefined>;
  /**
   * Whether an object that was just made has ended for good with this error. Nothing of it is left to be managed then, and
   * the next `up` makes another.
   */
  isSpent?(object: T, error: unknown): boolean;
  /**
   * The last lines that the object logged, for an error: those of its container, or of the part of it that failed. They may
   * still hold secrets. Undefined where it has no log.
   */
  lastLogLines?(session: Session, object: T, error: unknown): Promise<readonly LogEvent[] | undefined>;
  /** A preview or an `up` has found that the object of this state is to be replaced. @throws where that is refused. */
  expectReplacement?(session: Session, id: string, olds: Props, news: Props): void | Promise<void>;
  /** A preview or an `up` keeps the object. @throws where it has something that the run takes from it. */
  refuseToStay?(session: Session, object: Kept): Promise<void>;
  /**
   * Why the object has to be gone before what replaces it is made, in a whole sentence; undefined where it need not.
   *
   * @param state its outputs.
   */
  goesFirst?(state: Props, news: Props): string | undefined;
  /** Asks the platform to delete the object, and does not wait. @throws NotFoundError */
  remove(session: Reading, id: string): Promise<void>;
  /**
   * Deletes the object and waits until it is gone. An object that is gone already counts as deleted.
   *
   * @param state its outputs; left out for an object that this very call made.
   * @param declared what the program says in this run of the resource that had the object, if it has been replaced.
   */
  delete(session: Session, id: string, withinMs: number, state?: Props, declared?: Props): Promise<void>;
}

/** A kind as its folder describes it: the table, how it reaches the platform, and what it costs. */
export interface Kind<N extends KindName = KindName> {
  readonly resource: Resource & { readonly kind: N };
  readonly operations: Operations;
  readonly pricing: Pricing;
}
