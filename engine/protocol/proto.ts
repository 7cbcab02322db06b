import type * as Grpc from "@grpc/grpc-js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createRequire } from "node:module";
import { join } from "node:path";
import { EngineError } from "../errors";
import type { JsonMap } from "./wire";

/**
 * Pulumi's protocol. For a program in Node, messages, services and the gRPC library are those of its own `@pulumi/pulumi`, so that
 * engine, program and provider host speak one version; for others they come with the engine.
 */
export interface Proto {
  readonly grpc: typeof Grpc;
  readonly struct: typeof import("google-protobuf/google/protobuf/struct_pb");
  readonly empty: typeof import("google-protobuf/google/protobuf/empty_pb");
  readonly resource: typeof import("@pulumi/pulumi/proto/resource_pb");
  readonly resourceServices: typeof import("@pulumi/pulumi/proto/resource_grpc_pb");
  readonly alias: typeof import("@pulumi/pulumi/proto/alias_pb");
  readonly callbacks: typeof import("@pulumi/pulumi/proto/callback_pb");
  readonly callbackServices: typeof import("@pulumi/pulumi/proto/callback_grpc_pb");
  readonly engine: typeof import("@pulumi/pulumi/proto/engine_pb");
  readonly engineServices: typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  readonly provider: typeof import("@pulumi/pulumi/proto/provider_pb");
  readonly providerServices: typeof import("@pulumi/pulumi/proto/provider_grpc_pb");
  readonly status: typeof import("@pulumi/pulumi/proto/status_pb");
}

/** Structs with two provider closures each soon exceed gRPC's default of 4 MB; this is Pulumi's limit. */
export const channelOptions = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  /**
   * gRPC would share connections by address in the whole process: a new server at the port of an ended one would then seem
   * gone until gRPC's next try.
   */
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

/** The bundled protocol. */
export const ownProto = async (): Promise<Proto> => (await import("./own-proto.js")).own;

/** The protocol of a program's own `@pulumi/pulumi`. @throws EngineError `project` if the program's directory has none. */
export function loadProto(folder: string): Proto {
  let home: string;
  try {
    home = createRequire(join(folder, "package.json")).resolve("@pulumi/pulumi/package.json");
  } catch (cause) {
    const message = `@pulumi/pulumi cannot be resolved from ${folder}: install it there (npm install @pulumi/pulumi)`;
    throw new EngineError("project", message, { cause });
  }
  const sdk = createRequire(home);
  const load = <Module>(name: string): Module => sdk(name) as Module;
  return {
    grpc: load("@grpc/grpc-js"),
    struct: load("google-protobuf/google/protobuf/struct_pb"),
    empty: load("google-protobuf/google/protobuf/empty_pb"),
    resource: load("./proto/resource_pb"),
    resourceServices: load("./proto/resource_grpc_pb"),
    alias: load("./proto/alias_pb"),
    callbacks: load("./proto/callback_pb"),
    callbackServices: load("./proto/callback_grpc_pb"),
    engine: load("./proto/engine_pb"),
    engineServices: load("./proto/engine_grpc_pb"),
    provider: load("./proto/provider_pb"),
    providerServices: load("./proto/provider_grpc_pb"),
    status: load("./proto/status_pb"),
  };
}

export const toStruct = (proto: Proto, json: JsonMap): Struct => proto.struct.Struct.fromJavaScript(json);

export const fromStruct = (struct: Struct | undefined): JsonMap => struct?.toJavaScript() ?? {};
