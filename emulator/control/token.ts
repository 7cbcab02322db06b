import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../kernel/refusal";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in a time that does not tell how much of a token was right. */
export function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(`Bearer ${token}`);
  return (authorization = "") => timingSafeEqual(digest(authorization.replace(/^bearer +/i, "Bearer ")), wanted);
}

export const unknownToken = new Refusal(
  401,
  "the emulator's own routes need its control token here: authorization: Bearer TOKEN",
  undefined,
  { "www-authenticate": "Bearer" },
);
