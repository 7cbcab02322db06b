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
    expect(advice("DELETE /v2/pods/p1")).toBe("The platform may have carried it out. Run this again.");
    expect(advice("GET /v2/pods/p1")).toBe("It changes nothing. Run this again.");
    for (const request of ["POST /v2/pods", "PATCH /v2/pods/p1"])
      expect(advice(request)).toBe("The platform may have carried it out; look before repeating it.");
  });
});
