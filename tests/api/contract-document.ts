import { readFileSync } from "node:fs";

const text = readFileSync("docs/contract/platform-api.md", "utf8");

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** Below its surface's address, parameters as `:x`. */
  readonly path: string;
}

/** The operations that have a heading of their own: `#### P-10 · POST {api_url}/v2/pods — create a pod`. */
export const operations: readonly DocumentedOperation[] = [
  ...text.matchAll(/^#### ([A-Z]-\d+) · (GET|POST|PUT|PATCH|DELETE) (\S+) — /gm),
].map(([, id = "", method = "", address = ""]) => ({ id, method, path: toPath(address) }));

/** Parameters have names of their own on each end; their places count. */
export function toPath(address: string): string {
  return address
    .replace(/^\{(api|base)_url\}/, "")
    .replace(/^…/, "/v2/:x")
    .replace(/\{\w+\}|:\w+/g, ":x");
}

export interface Sample {
  /** Heading of the section it stands in. */
  readonly section: string;
  readonly value: unknown;
}

/** Every JSON example, in order. */
export const samples: readonly Sample[] = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map((match) => ({
  section: /^#+ (.*)$/gm.exec(text.slice(text.lastIndexOf("\n#", match.index) + 1))?.[1] ?? "",
  value: JSON.parse(match[1] ?? ""),
}));
