import type { Listed } from "../state/identity";
import { longestInFlightMs } from "../../api/words";
import { decide, misfit } from "./decide";
import { type Earlier, earlierOf } from "./earlier";
import { AmbiguousCreateError, AttemptMisfitError, UnclearRunError } from "./errors";
import type { Asking, Attempt, Noted } from "../journal/attempt";
import { isBusyElsewhere } from "../journal/process-identity";
import { type CreateRequest, patienceMs, type Tools } from "./request";

/** The expected outcome of a create that an interrupted run began. */
export type Outlook =
  | Found
  | { readonly refusal: Error }
  /** Lists may not show the object of this attempt yet. */
  | { readonly open: Attempt };

/** The object of the earlier run, and what is known of its arguments. */
export interface Found {
  readonly object: Listed;
  readonly earlier: Earlier;
}

type Wanted = Omit<CreateRequest, "post">;

/** The arguments of an attempt, compared with those that the program sets now. */
export function begunAs({ journal }: Pick<Tools, "journal">, request: Wanted, attempt: Noted) {
  const { isUnlisted } = request;
  // A newly generated name is not a change in the program.
  const isSameName = request.asked["name"] !== undefined && isMadeUp(request) && isMadeUp(attempt);
  const asked = { ...request.asked, ...(isSameName && { name: attempt.name }) };
  const earlier = earlierOf(attempt, journal.sealOf(attempt.id), asked);
  const names = [...(earlier.declared ?? []), ...Object.keys(asked)];
  const isUntraced = isUnlisted === true && attempt.made === undefined;
  // Other arguments make a new request, whatever the outcome of the old one, which no list shows.
  return { earlier, isSuperseded: isUntraced && names.some((name) => earlier.differs(name)) };
}

const isMadeUp = ({ isMarked, name, wanted = name }: Asking): boolean => isMarked && wanted === name;

export async function whyNot(
  { kind, elsewhere, canAdopt = false }: Wanted,
  attempt: Noted,
  object: Listed,
): Promise<AttemptMisfitError | undefined> {
  const other = await elsewhere?.(object.id);
  const why = misfit(attempt, object) ?? (other === undefined ? undefined : `${other} has it by now`);
  return why === undefined ? undefined : new AttemptMisfitError(kind, object.id, attempt.id, why, canAdopt);
}

/** Predicts the outcome of `resume` from one list. @returns undefined if `resume` would create another object. */
export async function outlookOn(tools: Tools, request: Wanted, attempt: Noted): Promise<Outlook | undefined> {
  const { made } = attempt;
  const isBusy = isBusyElsewhere(attempt, tools.process, tools.isAlive);
  if (made === undefined ? isBusy : tools.ownership.object(request.kind, made).isAccountedFor) return undefined;
  const { earlier, isSuperseded } = begunAs(tools, request, attempt);
  if (isSuperseded) return undefined;
  if (made === undefined) return byList(tools, request, attempt, earlier);
  const found = await request.get(made);
  return found && asFound(request, attempt, found, earlier);
}

async function asFound(request: Wanted, attempt: Noted, object: Listed, earlier: Earlier): Promise<Outlook> {
  const refusal = await whyNot(request, attempt, object);
  return refusal ? { refusal } : { object, earlier };
}

async function byList(tools: Tools, request: Wanted, attempt: Noted, earlier: Earlier): Promise<Outlook | undefined> {
  const { clock, lists, listLagMs, ownership } = tools;
  const { kind, isUnlisted } = request;
  const list = isUnlisted ? { startedAt: 0, objects: [] } : await lists.since(0);
  const isClaimed = (id: string) => ownership.object(kind, id).isAccountedFor === true;
  const facts = { attempt, lostAt: lossOf(attempt, clock.now()), listLagMs, patienceMs, isClaimed, isUnlisted, list };
  const decision = decide({ ...facts, mustExist: false });
  switch (decision.do) {
    case "keep":
      return asFound(request, attempt, list.objects.find(({ id }) => id === decision.id)!, earlier);
    case "leave":
      return { refusal: new UnclearRunError(kind, attempt, undefined) };
    case "refuse":
      return { refusal: new AmbiguousCreateError(kind, attempt.name, decision.ids, undefined) };
    case "look":
      return { open: attempt };
    default:
      return undefined;
  }
}

/** The latest time at which a dead process can have lost its answer: now or, once none of its requests can still be waiting, the start of the attempt. */
export function lossOf({ startedAt }: Attempt, now: number): number {
  return startedAt < now - longestInFlightMs ? startedAt : now;
}
