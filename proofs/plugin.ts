import { setMaxListeners } from "node:events";
import type { handleUnaryCall } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { Message } from "google-protobuf";
import { greetPlugin } from "../engine/hosts/plugin";
import { type Call, callsBy } from "../engine/hosts/provider-client";
import type { Unconfigured } from "../engine/hosts/provider-pool";
import { loadProto, type Proto } from "../engine/protocol/proto";
import { CancelledError, endingWith } from "../plugin/ending";
import { services } from "../plugin/server";
import { type PluginContext, Verbs } from "../plugin/verbs";
import { root } from "./root";

/** How resources come to the platform. */
export const modes = ["dynamic", "plugin"] as const;
export type Mode = (typeof modes)[number];

let loaded: Proto | undefined;
export const proto = (): Proto => (loaded ??= loadProto(root));

export interface PluginOptions {
  /** Stands between the engine and the plugin: an answer may be kept from either. */
  readonly between?: (answer: () => Promise<unknown>) => Promise<unknown>;
  readonly stop?: () => Promise<void>;
}

/**
 * The plugin in this process. The engine's own requests reach the server's own answers as the bytes that a socket would
 * carry, secrets in envelopes included; what is missing is the socket.
 */
export function launchPlugin(
  context: PluginContext,
  { between = (answer) => answer(), stop = async () => undefined }: PluginOptions = {},
): Promise<Unconfigured> {
  const cancelled = new AbortController();
  setMaxListeners(0, cancelled.signal);
  const clock = endingWith(context.clock, cancelled.signal);
  const verbs = new Verbs({ ...context, clock, signal: cancelled.signal });
  const served = services({
    verbs: async () => verbs,
    schema: async () => "{}",
    cancel: () => cancelled.abort(new CancelledError()),
  });
  const sent = callsBy(proto(), "plugin", (name, request, reply) => {
    const as = definitionOf(name);
    const call = { request: as.requestDeserialize(as.requestSerialize(request)) };
    const answer = served[name] as handleUnaryCall<unknown, unknown>;
    answer(call as Parameters<typeof answer>[0], (error, response) => {
      if (error || !response) reply(error as Parameters<typeof reply>[0], undefined as never);
      else reply(null, as.responseDeserialize(as.responseSerialize(response as Message)) as never);
    });
  });
  const call = ((name, request) => between(() => sent(name, request))) as Call;
  return greetPlugin(proto(), call, { folder: root, engineAddress: "127.0.0.1:0", stop });
}

interface Definition {
  requestSerialize(message: Message): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(message: Message): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}

const definitionOf = (name: string): Definition =>
  (ResourceProviderService as unknown as Readonly<Record<string, Definition>>)[name]!;
