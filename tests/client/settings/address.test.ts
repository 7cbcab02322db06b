import { describe, expect, it } from "@jest/globals";
import { checkKey } from "../../../client/settings/address";

describe("an API key that can't be right", () => {
  it.each([
    ["a space", "CANARY key"],
    ["a line end", "CANARY\n"],
    ["a line end", "CANARY\r\n"],
    ["a control character", "CANARY\u001b"],
    ["a control character", "CANARY\tkey"],
    ["a character outside ASCII", "CANARY–key"],
  ])("is refused with what is wrong with it, %s, and with where it comes from, and is not shown", (stray, key) => {
    expect(() => checkKey({ apiKey: key })).toThrow(
      `The API key holds ${stray}. It comes from compute:apiKey in a stack, or from COMPUTE_API_KEY in the environment.`,
    );
    expect(() => checkKey({ apiKey: key, setIn: "provider" })).toThrow(
      `The API key holds ${stray}. It comes from the Provider, or from COMPUTE_API_KEY in the environment.`,
    );
    expect(() => checkKey({ apiKey: key })).not.toThrow(/CANARY/);
  });
});

it("of a missing API key is said what else a key of the environment needs to be sent to an address of the stack", () => {
  expect(() => checkKey({ apiKey: undefined, keylessHost: "api.example.com" })).toThrow(
    /with COMPUTE_API_KEY together with COMPUTE_ALLOW_ENVIRONMENT_KEY=api\.example\.com, without which it is not sent/,
  );
});
