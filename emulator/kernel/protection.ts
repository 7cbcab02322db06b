import { validateHeaderName, validateHeaderValue } from "node:http";
import { orElse } from "../../values/or-else";

/**
 * Headers of every answer: a browser shows it as inert text, in no frame, for no other site. An answer can hold
 * anything (a name that somebody chose, the body of a fault), and it comes from the origin that the page at `/_emulator/`
 * has too.
 */
export const protection: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
};

/** Headers that say where an answer ends or how a browser treats it: never those of a fault. */
const reserved = new Set([
  ...Object.keys(protection),
  ...["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"],
]);

/** Whether an answer can carry a header that somebody asked for. */
export function isFreeHeader(name: string, value: string): boolean {
  return orElse(false, () => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !reserved.has(name.toLowerCase());
  });
}
