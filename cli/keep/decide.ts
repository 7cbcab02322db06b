import { largest } from "../../values/many";
import type { Pod } from "../../api/pods";
import { durationMs } from "../../provider/table/duration";
import { isObject, type Props } from "../../provider/table/props";
import { durationText } from "../shown";

/** An earlier pass's record of an idle pod. Times are milliseconds since 1970. */
export interface Idle {
  /** The start of its current run; a new start resets the count. */
  readonly startedAt: string;
  readonly since: number;
  readonly seenAt: number;
}

/** The decision of a pass about one pod: whether to stop it, and the record for the next pass. */
export interface Verdict {
  /** The reason to stop it, as part of a sentence. */
  readonly why?: string;
  readonly idle?: Idle;
}

const defaultPercent = 5;

/**
 * Decides whether a pod's time is up or it has been idle long enough, by the state (`stopAfter`, `stopWhenIdle`) and the
 * platform's report. Idle time counts from the first of consecutive passes that found the pod idle, each at most `after`
 * later than the previous one.
 *
 * @param asked outputs of the resource.
 * @param before the last pass's record.
 */
export function decide(pod: Pod, asked: Props, before: Idle | undefined, now: number): Verdict {
  const { startedAt } = pod;
  if (pod.status !== "RUNNING" || startedAt === null) return {};
  const idle = idleNow(pod, asked, before, now);
  const runsMs = now - Date.parse(startedAt);
  const limit = asked["stopAfter"];
  if (isDuration(limit) && runsMs >= durationMs(limit))
    return { why: `it has run for ${lasted(runsMs)}, and stopAfter is ${inWords(limit)}`, ...(idle && { idle }) };
  const after = afterOf(asked["stopWhenIdle"]);
  if (idle === undefined || after === undefined || now - idle.since < durationMs(after)) return idle ? { idle } : {};
  return {
    why: `it has idled for ${lasted(now - idle.since)}, and stopWhenIdle.after is ${inWords(after)}`,
    idle,
  };
}

export const mayStop = ({ stopAfter, stopWhenIdle }: Props): boolean =>
  isDuration(stopAfter) || afterOf(stopWhenIdle) !== undefined;

/** The utilisation in percent of the busiest GPU, or of the CPU of a pod without GPUs; undefined if the platform does not report it. */
export function busyOf({ runtime, gpu }: Pod): number | undefined {
  if (!gpu) return runtime?.cpu?.util;
  const used = (runtime?.gpus ?? []).map(({ util }) => util);
  return used.length === 0 || used.includes(undefined) ? undefined : largest(used.map((percent) => percent ?? 0));
}

function idleNow(pod: Pod, { stopWhenIdle }: Props, before: Idle | undefined, now: number): Idle | undefined {
  const after = afterOf(stopWhenIdle);
  const busy = busyOf(pod);
  if (after === undefined || busy === undefined || !isObject(stopWhenIdle)) return undefined;
  const below = stopWhenIdle[pod.gpu ? "gpuBelow" : "cpuBelow"] ?? defaultPercent;
  if (busy >= Number(below)) return undefined;
  const startedAt = pod.startedAt!;
  const goesOn = before?.startedAt === startedAt && Math.abs(now - before.seenAt) <= durationMs(after);
  return { startedAt, since: goesOn ? Math.min(before.since, now) : now, seenAt: now };
}

const isDuration = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string";
const afterOf = (value: unknown): number | string | undefined =>
  isObject(value) && isDuration(value["after"]) ? value["after"] : undefined;
const inWords = (value: number | string): string => (typeof value === "number" ? `${value} s` : value);
/** Whole minutes from the first one on, without a part that is zero: `30 min`, `8 h`. */
const lasted = (ms: number): string =>
  durationText(ms < 60_000 ? ms : ms - (ms % 60_000)).replace(/(?<=\w) 00? \w+$/, "");
