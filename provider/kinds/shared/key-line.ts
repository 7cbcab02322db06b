import { createHash } from "node:crypto";
import * as z from "zod";
import { withoutTrailing } from "../../../client/text";
import { sshKey } from "../../../api/account";

/** A key in a program: the content of a `.pub` file ends in a line break, which is not sent. */
export const keyLine = z.string().refine((text) => sshKey.safeParse(text.trim()).success, {
  message: "expected one line: type, key in base64, and a comment if you like",
});

/** The part of a line that identifies a key: type and key. The comment is only a label. */
export const keyOfLine = (line: string): string => line.trim().split(/\s+/).slice(0, 2).join(" ");

/** The owner of the key according to the line's comment. */
export const commentOfLine = (line: string): string => line.trim().split(/\s+/).slice(2).join(" ");

/** The fingerprint that `ssh-keygen -lf` shows, used as an id because the platform gives keys none. */
export function fingerprintOfLine(line: string): string {
  const [, key = ""] = line.trim().split(/\s+/);
  const bytes = Buffer.from(key, "base64");
  // The platform accepts keys that are not base64 (U-2). Decoding would lose parts of them and make different keys equal.
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
