import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

interface Post {
  readonly stack: string;
  readonly stopped: readonly { readonly id: string; readonly at: string }[];
}

/** An address for `--notify` that is away at times. */
export interface Webhook {
  readonly url: string;
  isAway: boolean;
  /** What it took and what it refused since the last call. */
  taken(): { readonly posts: readonly Post[]; readonly refused: number };
  close(): void;
}

export async function openWebhook(): Promise<Webhook> {
  let posts: Post[] = [];
  let refused = 0;
  const server = createServer((request, response) => {
    void json(request).then(
      (body) => {
        if (webhook.isAway) refused += 1;
        else posts.push(body as Post);
        response.writeHead(webhook.isAway ? 503 : 200).end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const webhook: Webhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    taken: () => {
      const all = { posts, refused };
      posts = [];
      refused = 0;
      return all;
    },
    close: () => void server.close().closeAllConnections(),
  };
  return webhook;
}
