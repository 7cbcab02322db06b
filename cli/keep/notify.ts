import { ConnectionPools } from "../../client/http/connections";
import { sendRequest } from "../../client/http/send-request";
import { reason } from "../../client/http/unreached";
import { proxiesIn, proxyFor } from "../../client/settings/proxies";
import { CommandFailure, type Io } from "../io";
import { inChat } from "../escaped";

const notifyMs = 10_000;

/** An address to post to, as for webhooks of jobs: `http` or `https`, with a host. @throws CommandFailure for any other, which may be secret and is not repeated. */
export function parseNotify(text: string): string {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text))
    throw new CommandFailure("--notify must be an address that begins with http:// or https://.");
  return text;
}

/**
 * Posts a document as JSON, with a `text` for chat webhooks in which names are not markup, through the proxy of the
 * environment. The address may contain a token, so no message repeats it.
 *
 * @throws CommandFailure if it was not accepted.
 */
export async function notify(url: string, document: object, lines: readonly string[], io: Io): Promise<void> {
  const { env, signal } = io;
  const text = lines.map(inChat).join("\n");
  const { origin, pathname, search } = new URL(url);
  const proxy = proxyFor(new URL(origin), proxiesIn(env));
  const pools = new ConnectionPools(notifyMs, () => proxy);
  const limits = { connectMs: notifyMs, headersMs: notifyMs, bodyMs: notifyMs, totalMs: 3 * notifyMs, maxBytes: 1e6 };
  let status: number;
  try {
    ({ status } = await sendRequest(pools.open().calls, {
      label: "POST --notify",
      origin,
      path: pathname + search,
      method: "POST",
      proxy,
      signal,
      ...limits,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, ...document }),
    }));
  } catch (error) {
    signal.throwIfAborted();
    const { cause } = error as Error;
    throw new CommandFailure(`The address of --notify could not be reached (${reason((cause ?? error) as Error)}).`);
  } finally {
    await pools.close();
  }
  if (status >= 300) throw new CommandFailure(`The address of --notify answered ${status}.`);
}
