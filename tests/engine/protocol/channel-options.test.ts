import { afterEach, expect, it } from "@jest/globals";
import { randomBytes } from "node:crypto";
import * as grpc from "@grpc/grpc-js";
import { channelOptions } from "../../../engine/protocol/proto";

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

const same = (bytes: Buffer) => bytes;
const echo: grpc.ServiceDefinition = {
  say: {
    path: "/echo/say",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};

const echoed: grpc.handleUnaryCall<Buffer, Buffer> = (call, reply) => reply(null, call.request);

async function serve(port: number, say = echoed): Promise<{ port: number; close: () => void }> {
  const server = new grpc.Server();
  server.addService(echo, { say });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    );
  });
  const serving = { port: bound, close: () => server.forceShutdown() };
  opened.push(serving);
  return serving;
}

function clientOf(port: number, options: grpc.ChannelOptions = channelOptions): { say: () => Promise<string> } {
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), options);
  const say = () =>
    new Promise<string>((resolve, reject) => {
      client.makeUnaryRequest("/echo/say", same, same, Buffer.from("hello"), (error, answer) =>
        error ? reject(error) : resolve(String(answer)),
      );
    });
  opened.push(client);
  return { say };
}

it("a provider that listens where another one was is reached at once, though the connection to that one is still open", async () => {
  const first = await serve(0);
  const before = clientOf(first.port);
  expect(await before.say()).toBe("hello");
  first.close();
  await expect(before.say()).rejects.toThrow("UNAVAILABLE");
  await serve(first.port);
  const after = clientOf(first.port);
  expect(await after.say()).toBe("hello");
});

it("an answer that cannot be read ends the call with an error, and not never", async () => {
  const { port } = await serve(0, (_call, reply) => {
    const metadata = new grpc.Metadata();
    // Random, because the library's limit is that of the compressed text.
    metadata.add("details-bin", randomBytes(100_000));
    reply({ code: grpc.status.UNKNOWN, details: "failed", metadata });
  });
  const { "grpc.keepalive_time_ms": time, "grpc.keepalive_timeout_ms": timeout } = channelOptions;
  const sooner = { "grpc.keepalive_time_ms": time / 10_000, "grpc.keepalive_timeout_ms": timeout / 10_000 };
  await expect(clientOf(port, { ...channelOptions, ...sooner }).say()).rejects.toThrow(/UNAVAILABLE|INTERNAL/);
});
