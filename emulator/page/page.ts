import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Answer } from "../kernel/answer";
import { Exchange } from "../kernel/exchange";
import type { App } from "../kernel/mount";
import { markup } from "./markup";

/** Everything the page needs is in it or comes from this emulator: nothing may be loaded from elsewhere. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

/** The page for people, at `/_emulator/`: what there is, what it costs, and who asks for what. */
export function mountPage(app: App): void {
  const answer = new Answer(
    200,
    { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, "cache-control": "no-store" },
    markup,
  );
  app.get("/_emulator/", async (c) => {
    await new Exchange(c.env.incoming, c.env.outgoing).send(answer);
    return RESPONSE_ALREADY_SENT;
  });
  app.get("/_emulator", async (c) => {
    await new Exchange(c.env.incoming, c.env.outgoing).send(new Answer(308, { location: "/_emulator/" }));
    return RESPONSE_ALREADY_SENT;
  });
}
