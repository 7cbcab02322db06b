import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { EmulatorClock } from "../store/clock";
import { webhook } from "./limits";
import { isRefusedWebhook, openLookup } from "./webhook-addresses";

/** Sends one HTTP request and tells the status; rejects when there was no answer. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<number>;

/** Follows no redirect, and calls no link-local or metadata address but the hosts in `allowed`. */
export const postJson =
  (allowed: readonly string[]): Post =>
  (url, body, signal) =>
    new Promise((resolve, reject) => {
      if (isRefusedWebhook(url, allowed)) return reject(new Error("webhooks do not go to this address"));
      const request = url.toLowerCase().startsWith("https:") ? httpsRequest : httpRequest;
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const sent = request(url, { method: "POST", headers, signal, lookup: openLookup(allowed), agent: false });
      sent.once("response", (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end(body);
    });

/** Posts the JSON of `status`, up to three times 10 s apart until the answer is 200 (J-40). @returns the number of tries. */
export async function deliverWebhook(
  url: string,
  payload: unknown,
  clock: Pick<EmulatorClock, "sleep">,
  signal: AbortSignal,
  post: Post,
): Promise<number> {
  const body = JSON.stringify(payload);
  for (let attempt = 1; ; attempt++) {
    const status = await post(url, body, signal).catch(() => 0);
    if (status === 200 || attempt > webhook.retries || signal.aborted) return attempt;
    await clock.sleep(webhook.gapMs, signal);
    if (signal.aborted) return attempt;
  }
}
