import { expect, it } from "@jest/globals";
import { Cancellation } from "../../plugin/server";

const never = () => new Promise<void>(() => undefined);

it("Cancel calls off what is under way, and what begins after it", async () => {
  const calls: string[] = [];
  const cancellation = new Cancellation(() => void calls.push("called off"));
  void cancellation.during(never);
  cancellation.cancel();
  expect(calls).toEqual(["called off"]);
  void cancellation.during(async () => void calls.push("begun"));
  expect(calls).toEqual(["called off", "called off", "begun"]);
});

it("Cancel at the end of a run, when nothing is under way, calls nothing off: the provider still looks at what the run leaves", async () => {
  const calls: string[] = [];
  const cancellation = new Cancellation(() => void calls.push("called off"));
  await cancellation.during(async () => undefined);
  await cancellation.during(() => Promise.reject(new Error("refused"))).catch(() => undefined);
  cancellation.cancel();
  expect(calls).toEqual([]);
  await cancellation.during(async () => void calls.push("begun"));
  expect(calls).toEqual(["called off", "begun"]);
});
