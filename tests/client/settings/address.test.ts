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
    expect(() => checkKey(key)).toThrow(
      `The API key holds ${stray}. It comes from compute:apiKey in a stack, or from COMPUTE_API_KEY in the environment.`,
    );
    expect(() => checkKey(key, "provider")).toThrow(
      `The API key holds ${stray}. It comes from the Provider, or from COMPUTE_API_KEY in the environment.`,
    );
    expect(() => checkKey(key)).not.toThrow(/CANARY/);
  });
});
