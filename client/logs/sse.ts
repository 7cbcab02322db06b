import { createParser, type EventSourceMessage } from "eventsource-parser";

/** The longest single event, in characters. A stream with a longer one is not a log. */
export const longestEvent = 8 * 1_024 * 1_024;

/** An event that does not end. */
export class EventTooLargeError extends Error {}

/** Events of a `text/event-stream` body (WHATWG HTML), however its bytes were cut. A partial last event is dropped. */ // L-15
export async function* decodeEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage, void, void> {
  const text = new TextDecoder();
  let events: EventSourceMessage[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: (event) => events.push(event),
    onError: ({ type }) => (isTooLarge ||= type === "max-buffer-size-exceeded"),
  });
  let isAfterCr = false;
  for await (const chunk of chunks) {
    const piece = text.decode(chunk, { stream: true });
    const rest: string = isAfterCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") isAfterCr = rest.endsWith("\r");
    // The parser keeps a CR at the end, for an LF that may belong to it, and with it a whole event.
    parser.feed(rest.endsWith("\r") ? `${rest}\n` : rest);
    yield* events;
    events = [];
    if (isTooLarge) throw new EventTooLargeError(`an event is longer than ${longestEvent} characters`);
  }
}
