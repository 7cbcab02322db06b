import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isRecord } from "../../values/json";
import { EngineError } from "../errors";
import type * as Own from "./own-proto";
import type { JsonMap } from "./wire";

/** Pulumi's protocol: for programs in Node from their own `@pulumi/pulumi`, so that all speak one version; else our copy. */
export type Proto = typeof Own;

/** The modules as Pulumi's SDK loads them. */
const modules: Readonly<Record<keyof Proto, string>> = {
  grpc: "@grpc/grpc-js",
  struct: "google-protobuf/google/protobuf/struct_pb",
  empty: "google-protobuf/google/protobuf/empty_pb",
  resource: "./proto/resource_pb",
  resourceServices: "./proto/resource_grpc_pb",
  alias: "./proto/alias_pb",
  callbacks: "./proto/callback_pb",
  callbackServices: "./proto/callback_grpc_pb",
  engine: "./proto/engine_pb",
  engineServices: "./proto/engine_grpc_pb",
  provider: "./proto/provider_pb",
  providerServices: "./proto/provider_grpc_pb",
  status: "./proto/status_pb",
};

/** Structs with two provider closures each soon exceed gRPC's default of 4 MB; this is Pulumi's limit. */
export const channelOptions = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  /** Otherwise gRPC shares connections by address in the whole process, and a new server at an old port seems gone for a while. */
  "grpc.use_local_subchannel_pool": 1,
  /** All calls stay on this machine. */
  "grpc.enable_http_proxy": 0,
  /**
   * A connection that answers no ping is ended, and so are its calls: Node 20 never ends those of one with an answer that it
   * can't read. Servers of other languages refuse pings within 5 minutes of each other, and a provider may be busy for a while.
   */
  "grpc.keepalive_time_ms": 6 * 60_000,
  "grpc.keepalive_timeout_ms": 4 * 60_000,
};

/** The organization of every stack in a backend that is a folder. */
export const organization = "organization";

/** The bundled protocol. */
export const ownProto = (): Promise<Proto> => import("./own-proto.js");

/** The protocol of a program's own `@pulumi/pulumi`. @throws EngineError `project` if the program's directory has none. */
export function loadProto(folder: string): Proto {
  let home: string;
  try {
    home = createRequire(join(folder, "package.json")).resolve("@pulumi/pulumi/package.json");
  } catch (cause) {
    const message = `@pulumi/pulumi cannot be resolved from ${folder}: install it there (npm install @pulumi/pulumi)`;
    throw new EngineError("project", message, { cause });
  }
  const load = createRequire(home);
  const loaded = Object.entries(modules).map(([name, module]) => [name, load(module) as unknown]);
  return Object.fromEntries(loaded) as Proto;
}

export const fromStruct = (struct: Struct | undefined): JsonMap => struct?.toJavaScript() ?? {};

type Member<Value> = Value extends Struct ? JsonMap : Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** The members of a message by the names of its setters: `ignorechangesList` of `setIgnorechangesList`. */
type Members<Message> = {
  readonly [Name in keyof Message as Name extends `set${infer Rest}` ? Uncapitalize<Rest> : never]?:
    | (Message[Name] extends (value: infer Value) => unknown ? Member<NonNullable<Value>> : never)
    | undefined;
};

/** A message with these members, of which a JSON object becomes a struct. A member that the SDK's version lacks is left out. */
export function filled<Message extends object>(proto: Proto, message: Message, members: Members<Message>): Message {
  for (const [name, value] of Object.entries<unknown>(members)) {
    if (value === undefined) continue;
    const set: unknown = Reflect.get(message, `set${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    const isJson = isRecord(value) && !ArrayBuffer.isView(value) && typeof value["serializeBinary"] !== "function";
    if (typeof set === "function")
      set.call(message, isJson ? proto.struct.Struct.fromJavaScript(value as JsonMap) : value);
  }
  return message;
}
