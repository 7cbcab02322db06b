import { decide, misfit } from "./decide";
import { type Earlier, earlierOf } from "./earlier";
import { AmbiguousCreateError, AttemptMisfitError, UnclearRunError } from "./errors";
import type { Listed, Noted } from "./journal/attempt";
import { isSameProcess } from "./journal/process-identity";
import { type CreateRequest, patienceMs, type Tools } from "./request";

/** What a create would come to that an interrupted run began: its object, or the error that it ends with. */
export type Outlook = { readonly object: Listed; readonly earlier: Earlier } | { readonly refusal: Error };

type Wanted = Omit<CreateRequest, "post">;

/** What an attempt was made with, beside what the program asks for now. */
export interface Begun {
  readonly earlier: Earlier;
  /**
   * An object that no list shows is requested once for the same arguments. Changed arguments make a new request, whatever
   * the outcome of the old one.
   */
  readonly isSuperseded: boolean;
}

export function begunAs({ journal }: Pick<Tools, "journal">, { asked, isUnlisted }: Wanted, attempt: Noted): Begun {
  const earlier = earlierOf(attempt, journal.sealOf(attempt.id), asked);
  const names = [...(earlier.declared ?? []), ...Object.keys(asked)];
  const isUntraced = isUnlisted === true && attempt.made === undefined;
  return { earlier, isSuperseded: isUntraced && names.some((name) => earlier.differs(name)) };
}

/** Why the object that was found for an attempt can't be the resource's. */
export async function whyNot(
  { kind, elsewhere, canAdopt = false }: Wanted,
  attempt: Noted,
  object: Listed,
): Promise<AttemptMisfitError | undefined> {
  const other = await elsewhere?.(object.id);
  const why = misfit(attempt, object) ?? (other === undefined ? undefined : `${other} has it by now`);
  return why === undefined ? undefined : new AttemptMisfitError(kind, object.id, attempt.id, why, canAdopt);
}

/** Says what `resume` would come to, by one list. @returns undefined where that makes another object, and where it has to look again. */
export async function outlookOn(tools: Tools, request: Wanted, attempt: Noted): Promise<Outlook | undefined> {
  const { owner, made } = attempt;
  const isBusy = owner !== undefined && !isSameProcess(owner, tools.process) && tools.isAlive(owner);
  const isClaimed = (id: string) => tools.ownership.object(request.kind, id).isAccountedFor === true;
  if ((isBusy && made === undefined) || (made !== undefined && isClaimed(made))) return undefined;
  const { earlier, isSuperseded } = begunAs(tools, request, attempt);
  if (isSuperseded) return undefined;
  const found = made === undefined ? await listed(tools, request, attempt, isClaimed) : await request.get(made);
  if (found === undefined || found instanceof Error) return found && { refusal: found };
  const refusal = await whyNot(request, attempt, found);
  return refusal ? { refusal } : { object: found, earlier };
}

async function listed(
  { clock, lists, listLagMs }: Tools,
  { kind, isUnlisted }: Wanted,
  attempt: Noted,
  isClaimed: (id: string) => boolean,
): Promise<Listed | Error | undefined> {
  const list = isUnlisted ? { startedAt: 0, objects: [] } : await lists.since(0);
  const about = { attempt, lostAt: clock.now(), listLagMs, patienceMs, isClaimed, list };
  const decision = decide({ ...about, mustExist: false, ...(isUnlisted && { isUnlisted }) });
  if (decision.do === "leave") return new UnclearRunError(kind, attempt, undefined);
  if (decision.do === "refuse") return new AmbiguousCreateError(kind, attempt.name, decision.ids, undefined);
  return decision.do === "keep" ? list.objects.find(({ id }) => id === decision.id) : undefined;
}
