import { createHash } from "node:crypto";
import * as z from "zod";
import { withoutTrailing } from "../../../client/text";
import { sshKey } from "../../../api/account";

/** A key as a program gives it: what `readFileSync` makes of a `.pub` file ends in a line break, which is not sent. */
export const keyLine = z.string().refine((text) => sshKey.safeParse(text.trim()).success, {
  message: "expected one line: type, key in base64, and a comment if you like",
});

/** What sign-ins are told by: type and key. The comment behind them is only a label. */
export const keyOfLine = (line: string): string => line.trim().split(/\s+/).slice(0, 2).join(" ");

/** Whom the key belongs to, as far as the line says so. */
export const commentOfLine = (line: string): string => line.trim().split(/\s+/).slice(2).join(" ");

/** The fingerprint that `ssh-keygen -lf` shows. The platform gives keys no id, so this stands for one. */
export function fingerprintOfLine(line: string): string {
  const [, key = ""] = line.trim().split(/\s+/);
  const bytes = Buffer.from(key, "base64");
  // The platform takes keys that are no base64 (U-2). Decoding loses some of them, and different ones would look alike.
  const isWhole = unpadded(bytes.toString("base64")) === unpadded(key);
  const digest = createHash("sha256").update(isWhole ? bytes : key);
  return `SHA256:${unpadded(digest.digest("base64"))}`;
}

const unpadded = (base64: string): string => withoutTrailing(base64, "=");

/** For messages: whose key it is, and which. */
export const inWords = (line: string): string => {
  const comment = commentOfLine(line);
  return comment === "" ? fingerprintOfLine(line) : `${comment} (${fingerprintOfLine(line)})`;
};
