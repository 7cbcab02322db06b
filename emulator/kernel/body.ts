import type { IncomingMessage } from "node:http";

export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** The raw body, or `undefined` as soon as it is above the limit; the rest is then left unread. */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > limitBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void) => {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      act();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limitBytes) return;
      incoming.pause();
      settle(() => resolve(undefined));
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    const onClose = () => settle(() => reject(new ClientGone("the client went away")));
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onClose();
    else incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/** How much of an unread body is thrown away before the connection ends, and how long a pause in it is waited out. */
const mostDiscardedBytes = 256 * 1024 * 1024;
const longestPauseMs = 500;

/** Reads on without keeping anything: if the connection ended, a client that still sends would not get to read its answer. */
export function discardRest(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostDiscardedBytes) done();
    };
    const done = () => {
      incoming.off("data", onData).off("end", done).off("close", done).off("error", done);
      incoming.socket.setTimeout(0).off("timeout", done);
      resolve();
    };
    if (incoming.readableEnded || incoming.destroyed) return resolve();
    incoming.on("data", onData).on("end", done).on("close", done).on("error", done);
    incoming.socket.setTimeout(longestPauseMs).on("timeout", done);
    incoming.resume();
  });
}
