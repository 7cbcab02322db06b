import { expect, it } from "@jest/globals";
import { runHere } from "../../cli/process-io";

it("a program that has the terminal ends with the command, as where `compute forward` is told to end by a script", async () => {
  const ending = new AbortController();
  const ended = runHere(process.execPath, ["-e", "setInterval(() => undefined, 1_000)"], ending.signal);
  ending.abort();
  expect(await ended).toBe(143);
});
