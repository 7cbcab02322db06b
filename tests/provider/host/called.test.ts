import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { commandVariable, wordedLater } from "../../../disk/command";
import { learnStack, withCommandHere } from "../../../provider/host/called";

const before = process.env[commandVariable];
beforeAll(() => learnStack("prod"));
afterEach(() => {
  if (before === undefined) delete process.env[commandVariable];
  else process.env[commandVariable] = before;
});

test("a provider names its stack in the commands that it prints where a person says that `compute` is called so", () => {
  process.env[commandVariable] = "compute";
  expect(withCommandHere("Run `compute refresh`.")).toBe("Run `compute refresh --stack prod`.");
});

test("a provider of the local engine leaves its commands to `compute`, which words all that it prints", () => {
  process.env[commandVariable] = wordedLater;
  expect(withCommandHere("Run `compute refresh`.")).toBe("Run `compute refresh`.");
});
