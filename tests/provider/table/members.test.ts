import { describe, expect, it } from "@jest/globals";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { fixedBytes, gpuEndpoint } from "../fixtures";

const said = (scaling: Props) =>
  check(endpoint, {}, { ...gpuEndpoint, scaling }, fixedBytes).failures.map(
    ({ property, reason }) => `${property} ${reason}`,
  );

describe("E-12: a member that another form of the argument has", () => {
  it("is said to belong to that one, with what to set in this one", () => {
    expect(said({ type: "QUEUE_DELAY", requestCount: 1 })).toContain(
      "scaling.requestCount belongs to REQUEST_COUNT; with QUEUE_DELAY set queueDelay",
    );
    expect(said({ type: "REQUEST_COUNT", queueDelay: 1 })).toContain(
      "scaling.queueDelay belongs to QUEUE_DELAY; with REQUEST_COUNT set requestCount",
    );
  });

  it("is to be removed where this one is complete", () => {
    expect(said({ type: "QUEUE_DELAY", queueDelay: 3, requestCount: 1 })).toEqual([
      "scaling.requestCount belongs to REQUEST_COUNT; remove it",
    ]);
  });

  it("is not suggested for a slip of the hand in this one", () => {
    expect(said({ type: "QUEUE_DELAY", queueDelay: 3, requestCont: 1 })).toEqual([
      expect.stringMatching(/^scaling\.requestCont not a known member; allowed: /),
    ]);
    expect(said({ type: "QUEUE_DELAY", queueDelay: 3, queDelay: 1 })).toEqual([
      "scaling.queDelay not a known member; did you mean queueDelay?",
    ]);
  });
});
