import type { Pod } from "../../api/pods";
import { durationMs } from "../../provider/table/duration";
import type { Plan } from "./pods";

/** What a keeper may remember of a pod that idles. */
interface Idle {
  readonly startedAt: string | null;
  readonly since: number;
  readonly seenAt: number;
}
type Belief = Idle | undefined;

/** Whether a pass has to stop a pod, by the rules of `stopAfter` and `stopWhenIdle`; `may` after a pass that was killed. */
type Due = "must" | "may" | "must not";

/**
 * The rules that passes are held against: the memory that one keeper may have of each pod. A pass that was killed may have
 * remembered what it saw or not, so there may be several.
 */
export class Model {
  private readonly beliefs = new Map<string, readonly Belief[]>();

  due(plan: Plan, pod: Pod, now: number): Due {
    if (pod.status !== "RUNNING") return "must not";
    const { stopAfter, stopWhenIdle } = plan;
    if (stopAfter !== undefined && now - Date.parse(pod.startedAt!) >= durationMs(stopAfter)) return "must";
    if (stopWhenIdle === undefined) return "must not";
    const limit = durationMs(stopWhenIdle.after);
    const verdicts = this.of(plan).map((belief) => {
      const since = next(plan, pod, belief, now)?.since;
      return since !== undefined && now - since >= limit;
    });
    return verdicts.every(Boolean) ? "must" : verdicts.some(Boolean) ? "may" : "must not";
  }

  /** @param isSure the pass went to its end, so it remembers what it saw. */
  saw(plan: Plan, pod: Pod, now: number, isSure: boolean): void {
    const before = this.of(plan);
    const after = before.map((belief) => next(plan, pod, belief, now));
    const all = new Map([...after, ...(isSure ? [] : before)].map((belief) => [JSON.stringify(belief), belief]));
    this.beliefs.set(plan.id, [...all.values()]);
  }

  private of({ id }: Plan): readonly Belief[] {
    return this.beliefs.get(id) ?? [undefined];
  }
}

/** An idle pod's record goes on from pass to pass, unless it was started anew, worked, or was not seen for so long that it may have. */
function next({ stopWhenIdle }: Plan, pod: Pod, known: Belief, now: number): Belief {
  const busy = pod.runtime?.gpus?.[0]?.util;
  if (pod.status !== "RUNNING" || !stopWhenIdle || busy === undefined || busy >= stopWhenIdle.gpuBelow)
    return undefined;
  const { startedAt } = pod;
  const goesOn = known?.startedAt === startedAt && now - known.seenAt <= durationMs(stopWhenIdle.after);
  return { startedAt, since: goesOn ? known.since : now, seenAt: now };
}
