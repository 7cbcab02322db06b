import { createHash } from "node:crypto";
import { Answer } from "../kernel/answer";
import { answered } from "../kernel/exchange";
import type { App } from "../kernel/mount";
import { markup } from "./markup";
import { script } from "./script";
import { style } from "./style";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Runs its own script and no other; nothing is loaded from elsewhere, sent elsewhere, or shown in a frame. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  ...["connect-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** The page for people, at `/_emulator/`: the objects, their cost, and the requests. */
export function mountPage(app: App): void {
  const answer = new Answer(
    200,
    { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, "cache-control": "no-store" },
    markup,
  );
  app.get("/_emulator/", (c) => answered(c, answer));
  app.get("/_emulator", (c) => answered(c, new Answer(308, { location: "/_emulator/" })));
}
