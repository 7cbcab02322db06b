import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The part that all canaries share: letters and digits, the same in every encoding of text. */
const core = "Zq4CanaryX9wK";

/** The core of canaries in commands, which the platform shows to everybody who may read the pod. */
const commandCore = "Zq7CommandV3kT";

/** A secret that is found wherever it comes out: unique, and with what url, JSON and shell spellings differ in. */
export function canary(number: number): string {
  return `${core}${number}"\\ %/+é&`;
}

/** A canary in the form of a command, for one that the program holds secret. */
export function commandCanary(number: number): string {
  return canary(number).replace(core, commandCore);
}

/** The text that the emulator shows, without commands. */
export function withoutCommands(text: string): string {
  return text.replaceAll(commandCore, "");
}

/** A canary in each form in which text may quote it. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("base64"),
    bytes.toString("hex"),
    encodeURIComponent(secret),
    JSON.stringify(secret),
    JSON.stringify(JSON.stringify(secret)),
  ];
}

/** The traces of any canary in any form: the core as it is, in hex, and in base64 at each of its three offsets. */
const traces: readonly { readonly form: string; readonly text: string }[] = [core, commandCore].flatMap((text) => [
  { form: "plain", text },
  { form: "hex", text: Buffer.from(text).toString("hex") },
  { form: "hex", text: Buffer.from(text).toString("hex").toUpperCase() },
  ...[0, 1, 2].map((offset) => ({ form: "base64", text: base64At(text, offset) })),
]);

function base64At(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64");
  // The first and the last group also contain bits of the surrounding text.
  return encoded.slice(offset === 0 ? 0 : 4, -4);
}

/** The form in which a text shows a canary, and the text before it; undefined if none is there. */
export function leakIn(text: string): string | undefined {
  for (const { form, text: trace } of traces) {
    const at = text.indexOf(trace);
    if (at >= 0) return `${form}, after ${JSON.stringify(text.slice(Math.max(0, at - 60), at))}`;
  }
  return undefined;
}

/** Every file below a folder that shows a canary. */
export function leaksBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const leak = leakIn(readFileSync(path, "utf8"));
    return leak === undefined ? [] : [`${path.slice(folder.length + 1)}: ${leak}`];
  });
}
