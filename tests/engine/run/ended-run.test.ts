import { expect, it } from "@jest/globals";
import { Halted, isOfEndedRun } from "../../../engine/errors";

it.each([
  [new Halted().message, true],
  ["Running program 'index.js' failed with an unhandled exception:\nError: Channel has been shut down", true],
  ["Pod web: the platform answered 400", false],
])("%s is no error of its own once the engine has ended the run: %s", (message, isOfEnd) => {
  expect(isOfEndedRun(message)).toBe(isOfEnd);
});
