import type * as Grpc from "@grpc/grpc-js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createRequire } from "node:module";
import { join } from "node:path";
import { EngineError } from "../errors";
import type { Project } from "../project/project";
import type { JsonMap } from "./wire";

/**
 * Pulumi's protocol as the program's own `@pulumi/pulumi` has it: messages, services and the gRPC library are loaded
 * from there, so that engine, program and provider host speak one version.
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
  /** The scripts of the SDK that run a program and serve dynamic providers. */
  readonly runner: string;
  readonly dynamicProvider: string;
}

/** Structs with two provider closures each soon exceed gRPC's default of 4 MB; Pulumi allows this much. */
export const channelOptions = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  /**
   * gRPC would share connections by their address in all of a process: who listens at the port of somebody who is gone then seems to be
   * gone too, for as long as gRPC waits before it tries again.
   */
  "grpc.use_local_subchannel_pool": 1,
};

/** @throws EngineError `project` when the program's directory has no `@pulumi/pulumi`. */
export function loadProto(
  { programDir, runtime }: Pick<Project, "programDir" | "runtime">,
  env: NodeJS.ProcessEnv,
): Proto {
  const project = createRequire(join(programDir, "package.json"));
  let home: string;
  try {
    home = project.resolve("@pulumi/pulumi/package.json");
  } catch (cause) {
    const message = `@pulumi/pulumi cannot be resolved from ${programDir}: install it there (npm install @pulumi/pulumi)`;
    // A program in another language needs it no more than the CLI does.
    const instead = runtime === "nodejs" ? "" : ", or use the pulumi CLI, which needs none and works on the same state";
    throw new EngineError("project", `${message}${instead}`, { cause });
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
    runner: project.resolve(env["PULUMI_LANGUAGE_NODEJS_RUN_PATH"] || "@pulumi/pulumi/cmd/run"),
    dynamicProvider: project.resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  };
}

export const toStruct = (proto: Proto, json: JsonMap): Struct => proto.struct.Struct.fromJavaScript(json);

export const fromStruct = (struct: Struct | undefined): JsonMap => struct?.toJavaScript() ?? {};
