import { describe, expect, it } from "@jest/globals";
import { endingOf } from "../../../cli/doctor/end-attempt";
import type { LiveObjects } from "../../../cli/doctor/finding";
import type { OpenAttempt } from "../../../cli/doctor/journal";
import { nothing } from "./states";

const alive = { id: "p-1", name: "web-1a2b" };

describe("ending an attempt", () => {
  const about = { id: "a-1", kind: "Pod", key: "k", name: "web-3c4d", startedAt: 0 };
  const openAttempt = (over: Partial<OpenAttempt> = {}): OpenAttempt => ({
    ...about,
    isMarked: true,
    isBusy: false,
    isVouched: true,
    isElsewhere: false,
    ...over,
  });
  const theirs = { id: "p-2", name: "web-3c4d", createdAt: "2026-05-04T09:00:00Z" };
  const objects: LiveObjects = { ...nothing, Pod: [alive, theirs] };
  const isKnown = (_kind: string, id: string) => id === "p-1";
  const end = (id: string, attempt: OpenAttempt, platform = objects) => endingOf(id, [attempt], platform, isKnown);

  it.each([
    { what: "the id that the platform gave", id: "p-2", attempt: openAttempt({ made: "p-2" }) },
    { what: "the attempt, whose name nobody else uses", id: "a-1", attempt: openAttempt() },
  ])("deletes what is known by $what", ({ id, attempt }) => {
    expect(end(id, attempt)).toEqual({ attempt, object: theirs });
  });

  it.each([
    {
      what: "has another name",
      attempt: openAttempt({ made: "p-2", name: "other" }),
      because: /does not fit.*named/,
    },
    {
      what: "was made at another time",
      attempt: openAttempt({ made: "p-2", madeAt: "2026-05-05T09:00:00Z" }),
      because: /created at/,
    },
    { what: "is in the state", attempt: openAttempt({ made: "p-1" }), because: /no such object outside the state/ },
    {
      what: "bears a name that anybody may use",
      attempt: openAttempt({ isMarked: false }),
      because: /somebody else/,
    },
    {
      what: "an entry of another key names",
      attempt: openAttempt({ made: "p-2", isVouched: false }),
      because: /another API key/,
    },
  ])("forgets the attempt and deletes nothing that $what", ({ attempt, because }) => {
    const ending = end("a-1", attempt);
    expect(ending.object).toBeUndefined();
    expect(ending.because).toMatch(because);
  });

  it("refuses what the journal does not name, what is busy, and to choose between two", () => {
    expect(() => end("p-1", openAttempt())).toThrow(/has no open attempt p-1 for this stack/);
    expect(() => end("a-1", openAttempt({ isBusy: true }))).toThrow(/still working/);
    const twins = { ...nothing, Pod: [theirs, { ...theirs, id: "p-3" }] };
    expect(end("a-1", openAttempt(), twins).because).toMatch(/several objects/);
  });
});
