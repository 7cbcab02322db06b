import { describe, expect, it } from "@jest/globals";
import { type Expectation, type Observed, surprises } from "../../../scripts/quickstart/chapter";
import type { Step, StepOp } from "../../../scripts/quickstart/driver";

function step(op: StepOp, name: string): Step {
  return { op, name, kind: "Pod", changedKeys: [], oldInputs: {}, newInputs: {}, oldOutputs: {}, newOutputs: {} };
}

function observed(change: Partial<Observed> = {}, steps: Step[] = []): Observed {
  const outcome = { ok: true, steps, messages: [] };
  return { outcome, requests: [], drift: {}, objectsLeft: 4, ...change };
}

describe("the quickstart's expectations", () => {
  it.each<{ what: string; expected: Expectation; got: Observed }>([
    { what: "a success", expected: {}, got: observed() },
    {
      what: "the steps named",
      expected: { steps: { update: ["trainer"] } },
      got: observed({}, [step("update", "trainer")]),
    },
    { what: "untouched resources", expected: { steps: {} }, got: observed({}, [step("same", "trainer")]) },
    {
      what: "drift at a path among others",
      expected: { drift: { trainer: ["image"] } },
      got: observed({ drift: { trainer: ["image", "cost"] } }),
    },
    {
      what: "requests in order, with others between them",
      expected: { inOrder: ["POST /v2/registries", "DELETE /v2/registries/"] },
      got: observed({ requests: ["POST /v2/registries", "GET /v2/pods", "DELETE /v2/registries/r1"] }),
    },
    {
      what: "calls up to the limit",
      expected: { maxCalls: 2 },
      got: observed({ requests: ["GET /v2/pods", "GET /v2/pods"] }),
    },
  ])("are met by $what", ({ expected, got }) => {
    expect(surprises(expected, got)).toEqual([]);
  });

  it.each<{ what: string; expected: Expectation; got: Observed; says: string }>([
    {
      what: "a failure",
      expected: {},
      got: observed({ outcome: { ok: false, steps: [], messages: [] } }),
      says: "it failed, against expectation",
    },
    {
      what: "a success that should have failed",
      expected: { ok: false },
      got: observed(),
      says: "it succeeded, against expectation",
    },
    {
      what: "a missing step",
      expected: { steps: { create: ["trainer"] } },
      got: observed(),
      says: "no create trainer",
    },
    {
      what: "a replacement in place of an update",
      expected: { steps: { update: ["trainer"] } },
      got: observed({}, [step("replace", "trainer")]),
      says: "an unexpected replace trainer",
    },
    {
      what: "missing drift",
      expected: { drift: { trainer: ["image"] } },
      got: observed(),
      says: "no drift of trainer at image",
    },
    {
      what: "drift of another resource",
      expected: { drift: {} },
      got: observed({ drift: { training: ["name"] } }),
      says: "unexpected drift of training",
    },
    {
      what: "too many calls",
      expected: { maxCalls: 0 },
      got: observed({ requests: ["GET /v2/a", "GET /v2/b", "GET /v2/c"] }),
      says: "3 requests in place of at most 0",
    },
    {
      what: "a preview that writes",
      expected: { readOnly: true },
      got: observed({ requests: ["GET /v2/pods", "POST /v2/pods"] }),
      says: "POST /v2/pods changes something",
    },
    {
      what: "a delete before the create",
      expected: { inOrder: ["POST /v2/registries", "DELETE /v2/registries/"] },
      got: observed({ requests: ["DELETE /v2/registries/r1", "POST /v2/registries"] }),
      says: "no DELETE /v2/registries/ in its turn",
    },
    { what: "a silent refusal", expected: { says: /dataLoss/ }, got: observed(), says: "no message says /dataLoss/" },
    {
      what: "something left behind",
      expected: { objectsLeft: 0 },
      got: observed({ objectsLeft: 1 }),
      says: "1 objects exist in place of 0",
    },
  ])("are not met by $what", ({ expected, got, says }) => {
    expect(surprises(expected, got)).toContain(says);
  });
});
