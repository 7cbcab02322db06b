import type { Listed } from "../state/identity";
import type { Clock } from "../../client/clock";
import type { Asking, Attempt } from "../journal/attempt";
import type { Earlier } from "./earlier";
import { UnresolvedCreateError } from "./errors";
import type { OpenedJournal } from "../journal/opened-journal";
import type { Left, Wanting } from "./find-left";
import type { Lists } from "./lists";
import type { Ownership } from "../ownership/ownership";

/** The dependencies of creating exactly once, for one kind in one account of one platform. */
export interface Tools extends OpenedJournal {
  readonly lists: Lists;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** A create under way: the request for it, and one attempt. */
export interface Work extends Tools {
  readonly request: CreateRequest;
  readonly attempt: Attempt;
}

/** A request to create one resource, in terms common to all kinds. */
export interface CreateRequest extends Asking {
  readonly canAdopt?: boolean;
  /** Every declared argument that is sent to the platform. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** Reads before anything is noted or sent. @throws if nothing must be sent. */
  look?(): Promise<void>;
  /** Sends the request once. */
  post(): Promise<Listed>;
  /** Lists every object of the kind, past the cache. */
  list(): Promise<readonly Listed[]>;
  get(id: string): Promise<Listed | undefined>;
  /** Describes the other resource that owns the object, if any. */
  elsewhere?(id: string): Promise<string | undefined>;
  /** What to do if earlier runs left an object of the resource. Omitted for kinds whose ids follow from their inputs. */
  readonly ifLeft?: {
    readonly wanting: Wanting;
    /** The settings say to take it over. Its arguments are unknown unless the journal has its create. */
    readonly isTakenUp: boolean;
    readonly refusal: (left: Left) => Promise<Error>;
  };
  deleteSurplus(id: string): Promise<void>;
}

export interface Made {
  readonly object: Listed;
  /** Set if an interrupted run made the object. */
  readonly earlier?: Earlier;
}

/** How long we keep looking, beyond the lag of lists, before the outcome counts as unknown. */
export const patienceMs = 5 * 60_000;

export async function noteMade({ ownership, journal, request, attempt }: Work, object: Listed): Promise<Listed> {
  ownership.note(request.kind, object.id, { isAccountedFor: true, program: request.key });
  // A full disk must not lose the id: even without this line the entry is enough to find the object by name.
  await journal.made(attempt, object.id, object.createdAt).catch(() => undefined);
  return object;
}

export const unresolved = ({ request, attempt }: Work, why: string, cause: unknown): UnresolvedCreateError =>
  new UnresolvedCreateError(request.kind, attempt.name, why, cause);

/** Refuses further work if the engine has exited: a later run does that work and would collide with this process. */
export async function requireEngine(work: Work, cause: unknown): Promise<void> {
  if (!(await work.isEngineThere())) throw unresolved(work, "the engine is gone", cause);
}

/** Waits unless the run is interrupted. */
export async function pause(work: Work, ms: number, cause?: unknown): Promise<void> {
  try {
    work.signal?.throwIfAborted();
    if (ms > 0) await work.clock.sleep(ms, work.signal);
  } catch {
    throw unresolved(work, "the run was interrupted before that was clear", cause);
  }
}
