import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { EngineEvent } from "../../../engine";
import { Redactor } from "../../../engine/run/redactor";
import { Secret } from "../../../engine/protocol/values";
import { toDigest } from "../../../cli/stack/digest";
import { mostOfLarge, yardsticksOf } from "../../support/cpu-time";
import { openStack } from "../support/run-local";
import type { ProgramSpec } from "../support/scenario";
import { Workspace } from "../support/workspace";

const redacted = (secret: string, text: string): string => {
  const redactor = new Redactor();
  redactor.learnText(secret);
  return redactor.redact(text);
};

describe("a secret is blotted out of a text", () => {
  it.each([
    { form: "as it is", secret: "hunter2", text: "password hunter2!", shown: "password [secret]!" },
    { form: "of three characters", secret: "abc", text: "xabcx", shown: "x[secret]x" },
    { form: "inside of JSON", secret: 'a"b\\c', text: JSON.stringify({ p: 'a"b\\c' }), shown: '{"p":"[secret]"}' },
    {
      form: "inside of JSON as Go writes it",
      secret: "a<b>&c",
      text: '"a\\u003cb\\u003e\\u0026c"',
      shown: '"[secret]"',
    },
    {
      form: "over several lines",
      secret: "first line\nsecond line",
      text: "first line\nsecond line",
      shown: "[secret]",
    },
    { form: "line by line", secret: "first line\nsecond line\n", text: "got: second line", shown: "got: [secret]" },
    {
      form: "with its lines escaped",
      secret: "one line\ntwo lines",
      text: '"one line\\ntwo lines"',
      shown: '"[secret]"',
    },
    {
      form: "in an object that a program prints",
      secret: '{"key":"-----BEGIN\\nq1"}',
      text: inspect({ p: '{"key":"-----BEGIN\\nq1"}' }),
      shown: "{ p: '[secret]' }",
    },
    {
      form: "in an object that a Python program prints",
      secret: `it's "q1"`,
      text: `{'p': 'it\\'s "q1"'}`,
      shown: "{'p': '[secret]'}",
    },
    {
      form: "as Python's ascii() prints it",
      secret: "caf\u00e9 \u20ac\u{1f600} it's",
      text: `['caf\\xe9 \\u20ac\\U0001f600 it\\'s', "caf\\xe9 \\u20ac\\U0001f600 it's"]`,
      shown: `['[secret]', "[secret]"]`,
    },
    {
      form: "inside of JSON in ASCII, as Python writes it",
      secret: "\u00e9\u{1f600}<",
      text: '"\\u00e9\\ud83d\\ude00<"',
      shown: '"[secret]"',
    },
    { form: "with its quotes doubled", secret: "it's it", text: "'it''s it'", shown: "'[secret]'" },
    { form: "of dots and stars", secret: ".*+?", text: "a.*+?b", shown: "a[secret]b" },
  ])("$form", ({ secret, text, shown }) => expect(redacted(secret, text)).toBe(shown));

  it("also where there are thousands of long ones, the longest first", () => {
    const redactor = new Redactor();
    const secrets = Array.from({ length: 5_000 }, (_, index) => `${"s".repeat(200)}${index}`);
    for (const secret of secrets) redactor.learnText(secret);
    expect(redactor.redact(`<${secrets[4_999]}> and <${secrets[0]}>`)).toBe("<[secret]> and <[secret]>");
  });

  it("also where thousands begin alike, as tokens of one kind do, in no time", async () => {
    const secrets = Array.from({ length: 20_000 }, (_, index) => `token-${index}-${"x".repeat(index % 40)}`);
    const redacting = () => {
      const redactor = new Redactor();
      for (const secret of secrets) redactor.learnText(secret);
      expect(redactor.redact(secrets.join(" "))).toBe(secrets.map(() => "[secret]").join(" "));
    };
    // Two minutes, when each was compared with all that begin alike.
    expect(await yardsticksOf(redacting, mostOfLarge)).toBeLessThan(mostOfLarge);
  });

  it("unless it is two characters, a truth value, or a line that says nothing", () => {
    for (const secret of ["ab", "True", "false"]) expect(redacted(secret, `x ${secret} x`)).toBe(`x ${secret} x`);
    expect(redacted('{\n  "key": "long enough"\n}', "a { and a }")).toBe("a { and a }");
  });

  it("unless it is a URN, which is told everywhere else", () => {
    const redactor = new Redactor();
    const urn = "urn:pulumi:dev::proj::pulumi:pulumi:Stack::proj-dev";
    redactor.learn(new Secret(urn));
    expect(redactor.redact(`cannot delete ${urn}`)).toBe(`cannot delete ${urn}`);
  });

  it("unless it is the stack's name within its URNs, which printed commands repeat", () => {
    const redactor = new Redactor("urn:pulumi:dev::proj::");
    redactor.learnText("dev");
    expect(redactor.redact("unprotect 'urn:pulumi:dev::proj::a:b:Pod::dev', dev")).toBe(
      "unprotect 'urn:pulumi:dev::proj::a:b:Pod::[secret]', [secret]",
    );
  });

  it("unless the value that it came of says it in plain text, as in a map that is secret for another member", () => {
    const redactor = new Redactor();
    const env = { STAGE: "dev", TOKEN: "hunter2", LIST: ["one", "two"] };
    const asked = { env: { STAGE: "dev", TOKEN: new Secret("hunter2"), LIST: ["one", new Secret("two")] } };
    redactor.learn({ env: new Secret(env) }, asked);
    expect(redactor.redact("dev hunter2 one two")).toBe("dev [secret] one [secret]");
    redactor.learn({ env: new Secret(env) }, { env: new Secret(env) });
    expect(redactor.redact("dev")).toBe("[secret]");
  });
});

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

describe("a secret among the settings", () => {
  it("is blotted out of plain values of resources and outputs too, in events, results and the digest", async () => {
    const key = 'line one of it\nline "two" of it';
    const program: ProgramSpec = {
      resources: [{ name: "a", args: { name: "a", note: `k=${key}`, json: JSON.stringify({ key }), list: ["xyz"] } }],
      outputs: { echo: key, short: "xyz", plain: "nothing to hide" },
    };
    const stack = await openStack(workspace);
    await stack.setConfig("key", key, { secret: true });
    await stack.setConfig("short", "xyz", { secret: true });
    workspace.prepare({ run: "up", program });
    const events: EngineEvent[] = [];
    const result = await stack.up({ onEvent: (event) => events.push(event) });
    expect(result.result).toBe("succeeded");
    expect(result.outputs).toEqual({ echo: "[secret]", short: "[secret]", plain: "nothing to hide" });
    const step = result.steps.find(({ name }) => name === "a");
    expect(step?.new?.inputs).toMatchObject({ note: "k=[secret]", json: '{"key":"[secret]"}', list: ["[secret]"] });
    for (const text of [JSON.stringify(events), JSON.stringify(toDigest(result))]) {
      expect(text).not.toMatch(/line one|two\\*" of it|xyz/);
      expect(text).toContain('"note":"k=[secret]"');
    }
  }, 60_000);

  it("does not hide which resource is protected where its URN is a secret output", async () => {
    const a = { name: "a", args: { name: "a" }, options: { protect: true } };
    workspace.prepare({ run: "up", program: { resources: [a], outputs: { urn: { $secret: { $ref: "a.urn" } } } } });
    const stack = await openStack(workspace);
    await stack.up();
    const { diagnostics } = await stack.destroy();
    expect(diagnostics.map(({ message }) => message).join()).toMatch(/"urn:pulumi:dev::.*::a" cannot be deleted/);
  }, 60_000);
});
