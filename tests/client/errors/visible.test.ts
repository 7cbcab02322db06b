import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { ApiError } from "../../../client";
import { visible, visibleInLine } from "../../../client/errors/visible";
import { anyText } from "../../support/hostile-text";

/** Stated apart from the code: what a line must not begin with, and what must stand nowhere. */
const beginsACommand = /^\s*(::|##\[|##vso\[|##teamcity\[)/i;
const standsAsACommand = /##(vso|teamcity)?\[/i;
const isHidden = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  if (char === "\n" || char === "\t") return false;
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const turns = [0x61c, 0x200e, 0x200f].includes(code) || (code >= 0x202a && code <= 0x202e);
  const isolates = code >= 0x2066 && code <= 0x2069;
  return (
    isControl || turns || isolates || [0x2028, 0x2029, 0xfeff].includes(code) || (code >= 0xd800 && code <= 0xdfff)
  );
};

describe("what is made visible", () => {
  it("has no control characters but ends of lines and tabs, and no line that a CI system takes for a command", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text);
        expect([...shown].filter(isHidden)).toEqual([]);
        expect(shown.split("\n").filter((line) => beginsACommand.test(line))).toEqual([]);
        expect(shown).not.toMatch(standsAsACommand);
        expect(visible(shown)).toBe(shown);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is one line where a value stands in one", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visibleInLine(text);
        expect([...shown].filter((char) => char === "\n" || char === "\t" || isHidden(char))).toEqual([]);
        expect(shown).not.toMatch(standsAsACommand);
      }),
      { numRuns: 2_000 },
    );
  });

  it("says the same inside of JSON", () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(anyText, anyText)), fc.constantFrom(undefined, 2), (value, indent) => {
        const json = JSON.stringify(value, undefined, indent);
        expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["ordinary text: naïve, 日本語, 😀, a::b, # 1, ##, x[1]\n\tand so on", undefined],
    ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
    ["\u009b2J", "\\u009b2J"],
    ["50%\r100%", "50%\\u000d100%"],
    ["user\u202etxt.exe", "user\\u202etxt.exe"],
    ["::error::x\n  ::set-env::y", "\\u003a:error::x\n  \\u003a:set-env::y"],
    ["a ##[error]b", "a \\u0023#[error]b"],
    ["###vso[task.setvariable]", "#\\u0023#vso[task.setvariable]"],
  ])("%j", (text, shown = text) => {
    expect(visible(text)).toBe(shown);
  });
});

describe("an error", () => {
  it("shows what the platform says without letting it act", () => {
    const detail = "no\u001b[2J\n::set-output name=x::y\u202e";
    const { message } = new ApiError("GET /v2/pods", { status: 400, detail, errors: ["$.a: \u0007"] });
    expect(message).toContain("no\\u001b[2J\n\\u003a:set-output name=x::y\\u202e [$.a: \\u0007]");
  });
});
