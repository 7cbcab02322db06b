import type { StreamChunk } from "../../api/queue";
import { maxChunkBytes } from "../../api/queue";

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "null");

/** A chunk that can't be cut into pieces that are small enough; the message is for the job's owner. */
export class ChunkTooLargeError extends Error {}

/**
 * Cuts a streamed output so that no chunk exceeds 1 MB on the wire (J-41). Text is cut into text and arrays into arrays;
 * anything else that is too big goes out as pieces of its JSON. `metrics` stay with the first piece.
 *
 * @throws ChunkTooLargeError when the metrics leave no room for any output: they can't be cut.
 */
export function splitChunk(chunk: StreamChunk, limit: number = maxChunkBytes): StreamChunk[] {
  if (sizeOf(chunk) <= limit) return [chunk];
  const { metrics, output } = chunk;
  const wrapper = sizeOf({ ...chunk, output: null });
  // The smallest piece of a text is one character, in at most six bytes of JSON between two quotes.
  if (limit - wrapper < 16) {
    const bytes = `the metrics of a chunk take ${sizeOf(metrics)} bytes`;
    throw new ChunkTooLargeError(`${bytes}; with its output they must fit into ${limit} bytes`);
  }
  const pieces = cut(output, limit - wrapper);
  return pieces.map((piece, i) => (i === 0 && metrics ? { output: piece, metrics } : { output: piece }));
}

function cut(output: unknown, room: number): unknown[] {
  if (typeof output === "string") return cutText(output, room);
  if (Array.isArray(output) && output.length > 1) {
    const middle = output.length >> 1;
    return [output.slice(0, middle), output.slice(middle)].flatMap((half) =>
      sizeOf(half) <= room ? [half] : cut(half, room),
    );
  }
  return cutText(JSON.stringify(output), room);
}

function cutText(text: string, room: number): string[] {
  if (sizeOf(text) <= room) return [text];
  const middle = text.length >> 1;
  // Both halves of a surrogate pair must stay together.
  const at = /[\uD800-\uDBFF]/.test(text[middle - 1] ?? "") ? middle + 1 : middle;
  return [...cutText(text.slice(0, at), room), ...cutText(text.slice(at), room)];
}
