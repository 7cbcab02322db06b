import { describe, expect, it } from "@jest/globals";
import { decide, type Idle } from "../../../cli/keep/decide";
import type { Props } from "../../../provider/table/props";
import type { Pod } from "../../../api/pods";
import { createdPod } from "../../support/pod-samples";

const start = Date.parse("2026-01-01T00:00:00Z");
const minutes = (count: number) => count * 60_000;

function pod({ gpu = 50, cpu = 50, isCpuPod = false, status = "RUNNING" } = {}): Pod {
  const { gpu: hardware, ...rest } = createdPod;
  return {
    ...rest,
    ...(isCpuPod ? {} : { gpu: hardware }),
    status,
    startedAt: new Date(start).toISOString(),
    runtime: { gpus: isCpuPod ? [] : [{ util: gpu }], cpu: { util: cpu } },
  };
}

const idling = (since: number, seenAt = since): Idle => ({ startedAt: new Date(start).toISOString(), since, seenAt });

describe("a pod's time is over", () => {
  it.each<[string, Props, number, boolean]>([
    ["a minute before stopAfter", { stopAfter: "8h" }, minutes(8 * 60 - 1), false],
    ["at stopAfter", { stopAfter: "8h" }, minutes(8 * 60), true],
    ["after so many seconds", { stopAfter: 90 }, 90_000, true],
    ["without stopAfter, never", {}, minutes(100_000), false],
  ])("%s", (_, asked, runsMs, isOver) => {
    expect(decide(pod(), asked, undefined, start + runsMs).why !== undefined).toBe(isOver);
  });

  it("only while it runs", () => {
    for (const status of ["EXITED", "ERROR", "STARTING", "PROVISIONING"])
      expect(decide(pod({ status }), { stopAfter: "1s" }, undefined, start + minutes(60))).toEqual({});
  });
});

describe("a pod idles", () => {
  const asked = { stopWhenIdle: { after: "30m", gpuBelow: 10 } };
  const now = start + minutes(120);

  it("from the first pass that finds it idle, and is stopped when that is long enough ago", () => {
    const first = decide(pod({ gpu: 9 }), asked, undefined, now);
    expect(first).toEqual({ idle: idling(now) });
    const later = decide(pod({ gpu: 9 }), asked, first.idle, now + minutes(29));
    expect(later).toEqual({ idle: idling(now, now + minutes(29)) });
    expect(decide(pod({ gpu: 9 }), asked, later.idle, now + minutes(30)).why).toMatch(/idled for 30 min.*30m/);
  });

  it.each<[string, Parameters<typeof pod>[0], Props, boolean]>([
    ["below the percentage", { gpu: 9 }, asked, true],
    ["not at it", { gpu: 10 }, asked, false],
    ["by its GPUs, whatever its CPU does", { gpu: 0, cpu: 100 }, asked, true],
    ["below 5 % if nothing is said", { gpu: 4 }, { stopWhenIdle: { after: "30m" } }, true],
    ["not at 5 % if nothing is said", { gpu: 5 }, { stopWhenIdle: { after: "30m" } }, false],
    ["by its CPU without GPUs", { isCpuPod: true, cpu: 9 }, { stopWhenIdle: { after: "30m", cpuBelow: 10 } }, true],
  ])("%s", (_, of, settings, isIdle) => {
    expect(decide(pod(of), settings, undefined, now).idle !== undefined).toBe(isIdle);
  });

  it("anew after a start, after a busy pass, and after passes further apart than `after`", () => {
    const earlier = idling(now - minutes(29), now - minutes(1));
    const isStopped = (before: Idle | undefined, at: number) =>
      decide(pod({ gpu: 0 }), asked, before, at).why !== undefined;
    expect(isStopped(earlier, now + minutes(1))).toBe(true);
    expect(isStopped({ ...earlier, startedAt: "2025-12-31T00:00:00Z" }, now + minutes(1))).toBe(false);
    expect(decide(pod({ gpu: 90 }), asked, earlier, now + minutes(1))).toEqual({});
    expect(isStopped(earlier, now + minutes(31))).toBe(false);
  });

  it("where the platform says nothing of it, does not", () => {
    expect(decide({ ...pod(), runtime: null }, asked, idling(start), now)).toEqual({});
  });

  it("no longer than the clock says, where that was turned back", () => {
    expect(decide(pod({ gpu: 0 }), asked, idling(now + minutes(5)), now)).toEqual({ idle: idling(now) });
  });
});
