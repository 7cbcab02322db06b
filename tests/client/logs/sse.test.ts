import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decodeEvents, EventTooLargeError, longestEvent } from "../../../client/logs/sse";
import { collect } from "../../support/emulated-client";

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

/** The bytes cut at these places. */
async function* cut(bytes: Uint8Array, places: readonly number[]) {
  const marks = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < marks.length; i++) yield bytes.subarray(marks[i - 1], marks[i]);
}

const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replace(/[\r\n\0\ufeff]/g, "") || "x");

describe("server-sent events", () => {
  it("L-15: survive any cutting of their bytes, and every kind of line end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: line, data: fc.array(line, { minLength: 1, maxLength: 3 }) }), { maxLength: 6 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.nat(2_000), { maxLength: 12 }),
        async (events, end, places) => {
          const text = events.map(({ id, data }) =>
            [`id: ${id}`, ...data.map((one) => `data: ${one}`), "", ": comment", ""].join(end),
          );
          const decoded = await collect(decodeEvents(cut(Buffer.from(text.join("") + end), places)));
          expect(decoded.map(({ id, data }) => ({ id, data }))).toEqual(
            events.map(({ id, data }) => ({ id, data: data.join("\n") })),
          );
        },
      ),
    );
  });

  it("L-15: a line that ends with CR is over at once, and an LF that comes later belongs to it", async () => {
    const decoded = decodeEvents(chunks("data: a\r\r", "\ndata: b\r", "", "\n\r", "\ndata: c\r\r"));
    const told = [];
    for await (const { data } of decoded) told.push(data);
    expect(told).toEqual(["a", "b", "c"]);
    async function* endless() {
      yield Buffer.from("data: a\r\r");
      await new Promise(() => undefined);
    }
    expect(await decodeEvents(endless()).next()).toMatchObject({ value: { data: "a" } });
  });

  it.each(["\n", "\r\n", "\r"])("L-15: a partial last event is dropped, with %j after its line too", async (end) => {
    expect(await collect(decodeEvents(chunks(`data: a${end}${end}data: b${end}`)))).toMatchObject([{ data: "a" }]);
  });

  it("L-15: a partial last event is dropped", async () => {
    expect(await collect(decodeEvents(chunks("data: a\n\ndata: b\n")))).toHaveLength(1);
  });

  it("a byte order mark is no part of the first line", async () => {
    expect(await collect(decodeEvents(chunks(Buffer.from("\ufeffdata: a\n\n"))))).toMatchObject([{ data: "a" }]);
  });

  it("invalid UTF-8 is replaced, not fatal: a container may write anything", async () => {
    const events = await collect(decodeEvents(chunks("data: a", new Uint8Array([0xff, 0xfe]), "\n\n")));
    expect(events).toMatchObject([{ data: "a\ufffd\ufffd" }]);
  });

  it("an event without an end fails in bounded memory", async () => {
    const endless = async function* () {
      const piece = Buffer.alloc(1_048_576, "x");
      for (let sent = 0; sent < longestEvent * 4; sent += piece.length) yield piece;
    };
    await expect(collect(decodeEvents(endless()))).rejects.toBeInstanceOf(EventTooLargeError);
  });
});
