import type { CallOptions, LogEvent } from "../../client";
import type { Hardware } from "../capacity/hardware";
import type { Session } from "../host/session";
import type { RandomBytes } from "../table/names";
import type { Props } from "../table/props";

/**
 * What every object has as far as anything but its own kind is concerned. Where the platform names a thing otherwise,
 * or knows no name, the kind's `list`, `read` and `get` say what stands for them.
 */
export interface Identified {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}

/** What reading takes. The command has no more than this. */
export type Reading = Pick<Session, "client">;

/** A whole that an object belongs to and is managed with, e.g. `cluster`. */
export interface Whole {
  readonly what: string;
}

/** What an update starts from. */
export interface Task {
  /** Outputs before. Of what was just created the same as `news`. */
  readonly olds: Props;
  /** Checked inputs. */
  readonly news: Props;
  /** Arguments that the platform has to be told about. */
  readonly changed: ReadonlySet<string>;
  /** A creation, or an update of what has never been as `waitFor` says since it was made. */
  readonly isUnready: boolean;
  /** This very call has made it, so that nobody can have waited for it before. */
  readonly isMadeNow?: boolean;
  /** How long all of it may take, in milliseconds. */
  readonly withinMs: number;
  /** What the program calls the resource, where this run was told. */
  readonly name?: string | undefined;
}

/** How one kind reaches the platform. Each call is thin; what to do is decided by pure functions. */
export interface Operations<T extends Identified = Identified> {
  /** Name on the platform, where that may differ from the one asked for. */
  platformName?(session: Session, inputs: Props): Promise<string>;
  /**
   * The id, for kinds whose ids follow from the inputs, as that of an SSH key does: making such an object twice makes it
   * once, so a create is just sent, and nothing has to be looked up afterwards. For a kind that is only in the state, any id.
   */
  idOf?(inputs: Props, randomBytes: RandomBytes): string;
  /**
   * Nothing lists the objects, so that after a lost answer nobody can find out whether one was made: it is told, and never
   * made again for the same arguments.
   */
  readonly isUnlisted?: true;
  /** A look before anything is written down or sent; not asked where an earlier run has made the object. @throws where nothing is to be sent. */
  beforeCreate?(session: Session, inputs: Props, name: string): Promise<void>;
  /**
   * Sends the request once.
   *
   * @param begins given to kinds with `idOf`, which await it before they send anything that makes the object.
   */
  create(session: Session, inputs: Props, name: string, begins?: () => Promise<void>): Promise<T>;
  /** As `Resource.cautions` of what is about to be made, where the platform has to be asked. */
  caution?(session: Session, inputs: Props): Promise<string | undefined>;
  /**
   * What a create or a change takes away besides, in words, as it is told in a preview too. `state` is empty before a
   * create. @throws where that is refused.
   */
  foresee?(session: Session, state: Props, news: Props): Promise<string | undefined>;
  /** Hardware that may be scarce. Kinds without are created once, where the program says. */
  readonly hardware?: Hardware;
  /** As the platform has it; may share a list with other reads. @throws NotFoundError */
  read(session: Session, id: string): Promise<T>;
  /** As the platform has it now. @throws NotFoundError */
  get(session: Reading, id: string, options?: CallOptions): Promise<T>;
  /** Every object of the kind as the platform lists it now, past any cache; without those that `partOf` is about. */
  list(session: Reading, options?: CallOptions): Promise<T[]>;
  /** Terminated, though still answered for. */
  isGone?(object: T): boolean;
  /** It has ended in an error, which the argument `desiredStatus` does not tell from any other end. */
  endedInError?(object: T): boolean;
  /** The whole that it is only a part of: it can't be managed by itself. */
  partOf?(object: T): Whole | undefined;
  /** Arguments in the form of a request, and computed outputs. `asked` is earlier outputs or inputs. */
  observe(object: T, asked: Props): Props;
  /** What state is taken to say of an object that somebody else made, beside what the program asks for. */
  presumed?(inputs: Props): Props;
  /** What the template named here gives an object, of what no read shows. Undefined without a template. */
  valuesFromTemplate?(session: Session, props: Props): Promise<Props | undefined>;
  /** Whether the task brings variables that are not the program's and that nobody has to mind from then on. */
  bringsEnv?(task: Task): boolean;
  /**
   * Makes the object as the program wants it and waits as it wants. `seen` is told each newer state, and with which of
   * them the platform has taken what it never returns.
   */
  apply(session: Session, object: T, task: Task, seen: (object: T, isTaken?: boolean) => void): Promise<void>;
  /** Makes the program's wish come true without waiting for it, so that state does not know what came of it. */
  isUnawaited?(news: Props): boolean;
  /** Of an object that nobody waited for: whether it is on its way no more, so that what the state says of it holds. */
  hasArrived?(object: T): boolean;
  /** A preview or an up has looked at an object that nobody waited for. */
  sawOnItsWay?(session: Session, object: T, news: Props, name?: string): void;
  /** A preview or an up has found that these arguments change in place. */
  expectUpdate?(session: Session, id: string, news: Props, changed: ReadonlySet<string>): void;
  /** Why an update is due though no argument differs, in a whole sentence. */
  due?(session: Session, news: Props): Promise<string | undefined>;
  /** What was just made has ended for good with this error, and nothing of it is left to be managed: the next up makes another. */
  isSpent?(object: T, error: unknown): boolean;
  /**
   * The last lines that it logged, for an error: of its container, or of the part of it that failed. Not concealed yet.
   * Undefined where it has no log.
   */
  lastLogLines?(session: Session, object: T, error: unknown): Promise<readonly LogEvent[] | undefined>;
  /** A preview or an up has found that the object of this state is to be replaced. @throws where that is refused. */
  expectReplacement?(session: Session, id: string, olds: Props, news: Props): void | Promise<void>;
  /** Asks the platform to delete it, and for nothing more. @throws NotFoundError */
  remove(session: Reading, id: string): Promise<void>;
  /**
   * Deletes it and waits until it is gone. What is gone already counts as deleted.
   *
   * @param state its outputs; left out for what this very call made.
   * @param declared what the program says in this run of the resource that had it, where it has been replaced.
   */
  delete(session: Session, id: string, withinMs: number, state?: Props, declared?: Props): Promise<void>;
}
