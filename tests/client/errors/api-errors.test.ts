import { describe, expect, it } from "@jest/globals";
import { apiError } from "../../../client/errors/api-errors";
import { ConnectionError } from "../../../client/errors/errors";

describe("A-31: of a request whose outcome is unknown people are told what to do about this very one", () => {
  const failures = {
    "a fault of the platform": (request: string) => apiError(request, { status: 500, detail: "internal error" }),
    "a connection that broke": (request: string) => new ConnectionError(request, "was reset", "unknown"),
  };

  it.each(Object.entries(failures))("%s", (_, failed) => {
    const advice = (request: string) => failed(request).message.replace(/^.*?(?:error|reset)\. /, "");
    for (const request of ["DELETE /v2/pods/p1", "PATCH /v2/pods/p1"])
      expect(advice(request)).toBe("The platform may have carried it out. Run this again.");
    expect(advice("GET /v2/pods/p1")).toBe("It changes nothing. Run this again.");
    for (const request of ["POST /v2/pods", "PUT /v2/account/ssh-keys"])
      expect(advice(request)).toBe("The platform may have carried it out; look before repeating it.");
  });
});

it("the advice of a 400 fits the request: few objects have a place, and only a deletion meets what is in use", () => {
  const advice = (request: string) =>
    apiError(request, { status: 400, detail: "no" }).message.replace(/^.*had no effect\.\s?/, "");
  expect(["POST /v2/e1/cancel/j1", "POST /v2/e1/retry/j1"].map(advice)).toEqual(["", ""]);
  expect(["POST /v2/e1/run", "POST /v2/templates"].map(advice)).toEqual(Array(2).fill("Correct the request."));
  expect(advice("DELETE /v2/templates/t1")).toBe("Remove what uses the object.");
  for (const request of [
    "POST /v2/pods",
    "POST /v2/pods/p1/action",
    "PATCH /v2/serverless/e1",
    "POST /v1/networkvolumes",
  ])
    expect(advice(request)).toBe("Correct the request, or choose another placement.");
});
