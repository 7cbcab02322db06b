import { describe, expect, it } from "@jest/globals";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Client } from "../../../client";
import { createdPod } from "../../support/pod-samples";
import { failureOf, useScriptedClient } from "../../support/scripted-client";

let client: Client;
const against = useScriptedClient((made) => (client = made), { retry: { attempts: 1 } });
const text = Buffer.from(JSON.stringify(createdPod));
const coded = (coding: string, body: Uint8Array, status = 200) => ({
  status,
  headers: { "content-encoding": coding },
  body,
});

describe("an answer that a gateway has compressed", () => {
  it.each([
    ["gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["GZip", gzipSync(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity", text],
  ])("is read as %s", async (coding, body) => {
    const { asked } = await against([coded(coding, body)]);
    expect(await client.pods.get("p")).toMatchObject({ id: createdPod.id });
    expect(asked[0]?.headers["accept-encoding"]).toBe("gzip, br");
  });

  it("is read of a refusal too", async () => {
    const detail = "the image is not there";
    await against([
      coded("br", brotliCompressSync(JSON.stringify({ title: "Bad Request", status: 400, detail })), 400),
    ]);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({
      code: "bad_request",
      message: expect.stringContaining(detail),
    });
  });

  it("may unpack to no more than an answer may have, however small it comes", async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000, " "));
    await against([coded("gzip", bomb)], { maxResponseBytes: 1_000_000 });
    expect(bomb.length).toBeLessThan(10_000);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({
      code: "response_shape",
      message: expect.stringContaining("is larger than 1000000 bytes"),
    });
  });

  it.each([
    ["cut off", gzipSync(text).subarray(0, 60), /got an answer that was cut off/],
    ["no gzip at all", Buffer.from("<html>not today</html>"), /got an answer that could not be decompressed/],
  ])("that is %s leaves open what became of a create", async (_, body, message) => {
    await against([coded("gzip", body, 201)]);
    expect(await failureOf(client.pods.create({ name: "p", image: "i", gpu: { id: "NVIDIA L40S" } }))).toMatchObject({
      outcome: "unknown",
      message: expect.stringMatching(message),
    });
  });

  it("in a coding that nobody asked for is named, and its bytes are in no message", async () => {
    const body = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x80, 0xff]);
    await against([coded("x-snappy", body), coded("x-snappy", body, 400), { status: 400, body }]);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({
      code: "response_shape",
      message: expect.stringContaining("is encoded as x-snappy, which was not asked for"),
    });
    for (const said of ["HTTP 400 and a body that is encoded as x-snappy", "HTTP 400 and a body that is no text"])
      expect((await failureOf(client.pods.get("p")))?.message).toContain(said);
  });

  it("is none of a stream, which asks for no coding; one that comes all the same is named", async () => {
    const { asked } = await against([
      {
        status: 200,
        headers: { "content-type": "text/event-stream", "content-encoding": "gzip" },
        body: gzipSync("data: x"),
      },
    ]);
    const lines = client.pods.logs("p");
    expect(await failureOf(lines.next())).toMatchObject({ message: expect.stringContaining("is encoded as gzip") });
    expect(asked[0]?.headers["accept-encoding"]).toBe("identity");
  });
});

it("undici's word that decoding is experimental reaches nobody's terminal", async () => {
  const warned: Error[] = [];
  const note = (warning: Error) => void warned.push(warning);
  process.on("warning", note);
  await against([coded("gzip", gzipSync(text))]);
  await client.pods.get("p");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warned).toEqual([]);
});
