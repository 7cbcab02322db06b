import * as grpc from "@grpc/grpc-js";
import * as alias from "@pulumi/pulumi/proto/alias_pb";
import * as callbackServices from "@pulumi/pulumi/proto/callback_grpc_pb";
import * as callbacks from "@pulumi/pulumi/proto/callback_pb";
import * as engineServices from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import * as providerServices from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as provider from "@pulumi/pulumi/proto/provider_pb";
import * as resourceServices from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as resource from "@pulumi/pulumi/proto/resource_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import * as empty from "google-protobuf/google/protobuf/empty_pb";
import * as struct from "google-protobuf/google/protobuf/struct_pb";
import type { Proto } from "./proto";

/** Pulumi's protocol for programs without their own copy, bundled into one file by the build. */
export const own: Proto = {
  grpc,
  struct,
  empty,
  resource,
  resourceServices,
  alias,
  callbacks,
  callbackServices,
  engine,
  engineServices,
  provider,
  providerServices,
  status,
};
