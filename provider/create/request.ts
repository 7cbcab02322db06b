import type { Clock } from "../../client/clock";
import type { Asking, Attempt, Listed } from "./journal/attempt";
import type { Earlier } from "./earlier";
import { EngineGoneError, UnresolvedCreateError } from "./errors";
import type { OpenedJournal } from "./journal/opened";
import type { Left, Wanting } from "./left";
import type { Lists } from "./lists";
import type { Ownership } from "../ownership/ownership";

/** What creating exactly once needs to know and to call, for one kind in one account of one platform. */
export interface Tools extends OpenedJournal {
  readonly lists: Lists;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** One resource to be created, in terms that are the same for every kind. */
export interface CreateRequest extends Asking {
  /** A resource of this kind can be given an object that is there. */
  readonly canAdopt?: boolean;
  /** Every argument that the program declares and the platform gets to know. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** A look before anything is written down or sent. @throws where nothing is to be sent. */
  look?(): Promise<void>;
  /** Sends the request once. */
  post(): Promise<Listed>;
  /** Every object of the kind, read anew. */
  list(): Promise<readonly Listed[]>;
  /** Undefined when there is none. */
  get(id: string): Promise<Listed | undefined>;
  /** Who else has the object, in words. */
  elsewhere?(id: string): Promise<string | undefined>;
  /** What to do where earlier runs left something of the resource. Left out of kinds whose ids follow from their inputs. */
  readonly ifLeft?: IfLeft;
  /** Removes what this very call made by mistake. */
  remove(id: string): Promise<void>;
}

export interface IfLeft {
  readonly wanting: Wanting;
  /** The program says that it is taken up, as an attempt whose arguments are unknown. */
  readonly isTakenUp: boolean;
  readonly refusal: (left: Left) => Promise<Error>;
}

/** The object of a resource. */
export interface Made {
  readonly object: Listed;
  /** Set when an interrupted run made it. */
  readonly earlier?: Earlier;
}

/** How long, beyond the lag of lists, we go on looking before the outcome stays open. */
export const patienceMs = 5 * 60_000;

export async function keep(tools: Tools, request: CreateRequest, attempt: Attempt, object: Listed): Promise<Listed> {
  tools.ownership.made(request.kind, object.id, request.key);
  // A full disk must not cost the id: without this line the entry is still enough to find the object by name.
  await tools.journal.made(attempt, object.id, object.createdAt).catch(() => undefined);
  return object;
}

/** An orphan begins nothing, repeats nothing and takes nothing over: a later run does, and would meet it doing so. */
export async function requireEngine(
  { isEngineThere }: Tools,
  { kind }: CreateRequest,
  attempt?: Attempt,
  cause?: unknown,
): Promise<void> {
  if (await isEngineThere()) return;
  if (attempt) throw new UnresolvedCreateError(kind, attempt.name, "the engine is gone", cause);
  throw new EngineGoneError(`the ${kind} was not created`);
}

/** Waits, unless the run is interrupted. */
export async function pause(
  { clock, signal }: Tools,
  { kind }: CreateRequest,
  { name }: Attempt,
  ms: number,
  cause: unknown,
): Promise<void> {
  try {
    signal?.throwIfAborted();
    if (ms > 0) await clock.sleep(ms, signal);
  } catch {
    throw new UnresolvedCreateError(kind, name, "the run was interrupted before that was clear", cause);
  }
}
