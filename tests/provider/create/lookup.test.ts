import { describe, expect, it } from "@jest/globals";
import { apiError } from "../../../client/errors/api-errors";
import { InvalidRequestError } from "../../../client/errors/errors";
import { clockAndRig, processOn } from "./platform";

describe("The lookup of a create whose answer is lost", () => {
  it.each([408, 429, 503])("A-31: goes on where a list meets a %d", async (status) => {
    const { clock, platform } = clockAndRig(["lost-after"]);
    const request = platform.request("k", "x~1");
    let refusals = 2;
    const list = async () => {
      if (refusals-- > 0) throw apiError("GET /things", { status, detail: "later" });
      return request.list();
    };
    const thing = await clock.run(processOn(clock).make({ ...request, list }));
    expect([...platform.things.keys()]).toEqual([thing.id]);
  });

  it("ends where a list can't be sent as it is", async () => {
    const { clock, platform } = clockAndRig(["lost-after"]);
    let lists = 0;
    const list = async () => {
      lists += 1;
      throw new InvalidRequestError("GET /things", [{ path: "$.query.limit", message: "too large" }]);
    };
    const created = clock.run(processOn(clock).make(platform.request("k", "x~1", { list })));
    await expect(created).rejects.toMatchObject({ code: "create_unresolved" });
    expect(lists).toBe(1);
  });
});
