import type { VirtualClock } from "../clock";
import { webhook } from "./limits";

/** Sends one HTTP request and tells the status; rejects when there was no answer. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<number>;

export const postJson: Post = async (url, body, signal) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  await answer.body?.cancel();
  return answer.status;
};

/**
 * Tells a job's end to the address it named: the JSON of `status`, once and then two more times 10 s apart unless the
 * answer is 200 (J-40). Resolves to the number of tries; never rejects.
 */
export async function deliverWebhook(
  url: string,
  payload: unknown,
  clock: Pick<VirtualClock, "sleep">,
  signal: AbortSignal,
  post: Post = postJson,
): Promise<number> {
  const body = JSON.stringify(payload);
  for (let attempt = 1; ; attempt++) {
    const status = await post(url, body, signal).catch(() => 0);
    if (status === 200 || attempt > webhook.retries || signal.aborted) return attempt;
    await clock.sleep(webhook.gapMs, signal);
    if (signal.aborted) return attempt;
  }
}
