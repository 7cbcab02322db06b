import { describe, expect, it } from "@jest/globals";
import { observePod } from "../../../provider/kinds/pod/view";
import { createdPod } from "../../support/pod-samples";

/** The value that state gets for `globalNetworking` when a pod that was seen like this is read again. */
function seen(asked: boolean, before: { enabled: boolean; startedAt: string }, now: typeof before) {
  const { enabled, startedAt } = now;
  const pod = { ...createdPod, status: "RUNNING" as const, startedAt, globalNetworking: { enabled } };
  const known = { globalNetworking: asked, networking: { enabled: before.enabled }, startedAt: before.startedAt };
  return observePod(pod, known).globalNetworking;
}

describe("Global networking, which takes effect at the next start (P-51)", () => {
  const first = "2026-05-04T09:00:00Z";
  const later = "2026-05-04T10:00:00Z";

  it.each([true, false])("P-51: asked for as %s and not yet in effect is no drift", (asked) => {
    expect(seen(asked, { enabled: !asked, startedAt: first }, { enabled: !asked, startedAt: first })).toBe(asked);
  });

  it.each([true, false])("P-51: asked for as %s and not in effect after a start was changed by somebody", (asked) => {
    expect(seen(asked, { enabled: !asked, startedAt: first }, { enabled: !asked, startedAt: later })).toBe(!asked);
  });

  it("P-56: of a pod that runs before it has its address is no drift", () => {
    const { globalNetworking, networking } = observePod(
      { ...createdPod, status: "RUNNING", startedAt: first, globalNetworking: { enabled: false } },
      { globalNetworking: true },
    );
    expect({ globalNetworking, networking }).toEqual({ globalNetworking: true, networking: { enabled: false } });
    const now = { enabled: true, startedAt: first };
    expect(seen(true, { enabled: false, startedAt: first }, now)).toBe(true);
  });

  it.each([true, false])("P-56: in effect as %s, and then not, is drift", (asked) => {
    expect(seen(asked, { enabled: asked, startedAt: first }, { enabled: !asked, startedAt: first })).toBe(!asked);
  });
});
