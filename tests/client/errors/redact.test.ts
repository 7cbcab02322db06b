import { describe, expect, it } from "@jest/globals";
import { redact, secretsIn } from "../../../client/errors/redact";

/** The usual password for Google's registry: a key file, which is JSON with line ends in it. */
const keyFile = JSON.stringify({
  type: "service_account",
  private_key: "-----BEGIN PRIVATE KEY-----\nZq44CANARY/+=9Kx&W7\n-----END PRIVATE KEY-----\n",
});
const multiline = "-----BEGIN PRIVATE KEY-----\nZq44CANARY/+=9Kx&W7\n-----END PRIVATE KEY-----";
const awkward = `CANARY"q2\\ <é> 😀 ~'x`;

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const quoted: readonly [string, (secret: string) => string][] = [
  ["as it is", (secret) => secret],
  ["JSON", json],
  ["JSON with slashes escaped", (secret) => json(secret).replaceAll("/", "\\/")],
  ["JSON of ASCII alone", (secret) => json(secret).replace(/[^\x20-\x7e]/g, (unit) => codeOf(unit))],
  ["JSON that is safe in a page", (secret) => json(secret).replace(/[<>&]/g, (unit) => codeOf(unit))],
  ["Python's ascii()", (secret) => json(secret).replace(/[^\x20-\x7e]/gu, pythonOf)],
  ["single quotes, doubled inside", (secret) => secret.replaceAll("'", "''")],
  ["JSON in JSON", (secret) => json(json(secret))],
  ["JSON in JSON in JSON", (secret) => json(json(json(secret)))],
];
const codeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
function pythonOf(sign: string): string {
  const hex = sign.codePointAt(0)!.toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\x${hex.padStart(2, "0")}`;
}

const entities = (signs: Readonly<Record<string, string>>) => (text: string) =>
  text.replace(/[&<>"'/]/g, (sign) => signs[sign] ?? sign);
const within = (text: string) => `{"name":"x","password":"${text}"}`;
const encoded: readonly [string, (quoted: string) => string][] = [
  ["as it is", (text) => text],
  ["entities", entities({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })],
  [
    "entities by numbers",
    entities({ "&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;", "'": "&#x27;", "/": "&#x2F;" }),
  ],
  ["percent", encodeURIComponent],
  ["percent with small digits", (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase())],
  ["percent where an address needs it", encodeURI],
  ["a form", (text) => new URLSearchParams({ text }).toString().slice("text=".length)],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64 of more", (text) => `/v1/${Buffer.from(within(text)).toString("base64")}`],
  ["base64 for addresses", (text) => Buffer.from(within(text)).toString("base64url")],
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["hex of more", (text) => `a${Buffer.from(within(text)).toString("hex").toUpperCase()}`],
];

describe("R-10: a secret in an error", () => {
  const cases = encoded.flatMap(([outer, encode]) => quoted.map(([inner, quote]) => ({ outer, inner, encode, quote })));
  it.each(cases)("is masked where $outer is put on top of it $inner", ({ encode, quote }) => {
    for (const secret of [keyFile, multiline, awkward, "plain-CANARY"]) {
      const shown = redact(`bad request: ${encode(quote(secret))}, and no more`, [secret]);
      expect(shown).toMatch(/^bad request: \S*\[redacted\]\S*, and no more$/);
      for (const [, again] of encoded) expect(shown).not.toContain(again("CANARY"));
    }
  });

  it.each(["args", "cmd", "entrypoint", "dockerEntrypoint", "dockerStartCmd"])(
    "O-27, M-1: is masked as an argument of %s, and as the value of one",
    (name) => {
      const secrets = secretsIn({
        [name]: name === "args" ? "serve --token=q1-CANARY" : ["serve", "--token=q1-CANARY"],
      });
      expect(redact("unknown: serve --token=q1-CANARY", secrets)).not.toContain("CANARY");
      expect(redact("q1-CANARY is no token", secrets)).toBe("[redacted] is no token");
    },
  );

  it("is masked by its lines where a server tells one of them", () => {
    expect(redact("line 2, Zq44CANARY/+=9Kx&amp;W7, is wrong", [multiline])).toBe("line 2, [redacted], is wrong");
  });

  it.each([
    ["at the end", (text: string) => `bad: ${text}`],
    ["before an ellipsis", (text: string) => `bad: '${text}...' was given`],
    ["before an ellipsis of one character", (text: string) => `bad: '${text}…' was given`],
    ["before the word for it", (text: string) => `bad: ${text}[truncated]`],
    ["before what closes the text around it", (text: string) => `{"error":{"message":"bad: ${text}"}}`],
  ])("is masked where it is cut off %s, however it is encoded", (_, told) => {
    for (const [, encode] of encoded)
      for (const [, quote] of quoted)
        for (let length = 24; length < 30; length++) {
          const whole = encode(quote(`"Zq44/CANARY-9Kx"${"W7mTp".repeat(40)}`));
          expect(redact(told(whole.slice(0, length * 3)), [`"Zq44/CANARY-9Kx"${"W7mTp".repeat(40)}`])).not.toMatch(
            /CANARY|W7mTp/,
          );
        }
  });

  it("is masked at both ends where a server leaves its middle out", () => {
    expect(redact("input '-----BEGIN PRIV...IVATE KEY-----' is wrong", [multiline])).toBe(
      "input '[redacted]...[redacted]' is wrong",
    );
  });

  it("that repeats itself is masked wherever it is cut off", () => {
    expect(redact(`bad: b${"ab".repeat(30)}...`, [`${"ab".repeat(100)}c`])).toBe("bad: b[redacted]...");
  });

  it("leaves the words beside it, also those that begin as it does", () => {
    const secrets = ["https://hooks.example.com/CANARY", "ab", "two words"];
    const text = "https://hooks.example.org/docs has two wordings, `ab` is not cab; 100% & more \\n";
    expect(redact(text, secrets)).toBe(
      "https://hooks.example.org/docs has two wordings, `[redacted]` is not cab; 100% & more \\n",
    );
  });

  it("is masked once where secrets overlap", () => {
    expect(redact("it was one-two-three.", ["one-two", "two-three"])).toBe("it was [redacted].");
  });
});
