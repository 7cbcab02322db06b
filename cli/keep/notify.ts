import { request } from "undici";
import { CommandFailure } from "../io";
import { sentences, summary } from "./tell";
import type { StackReport } from "../documents/keep";
import { documentOf } from "../documents/write";

const notifyMs = 10_000;

/** An address to post to, as for webhooks of jobs: `http` or `https`, with a host. @throws CommandFailure for any other, which may be secret and is not repeated. */
export function parseNotify(text: string): string {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text))
    throw new CommandFailure("--notify must be an address that begins with http:// or https://.");
  return text;
}

/**
 * Posts a report as JSON, with what chat webhooks read as `text`. The address may hold a token, so no message repeats it.
 *
 * @throws CommandFailure where nobody took it.
 */
export async function notify(url: string, report: StackReport, isDryRun: boolean, signal: AbortSignal): Promise<void> {
  const text = [summary(report, isDryRun), ...sentences(report, isDryRun)].join("\n");
  let status: number;
  try {
    const answer = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, ...documentOf("keep", { ...report, isDryRun }) }),
      headersTimeout: notifyMs,
      bodyTimeout: notifyMs,
      signal,
    });
    status = answer.statusCode;
    await answer.body.dump();
  } catch (error) {
    signal.throwIfAborted();
    const { code = "no answer" } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`The address of --notify could not be reached (${code}).`);
  }
  if (status >= 300) throw new CommandFailure(`The address of --notify answered ${status}.`);
}
