/** Pulumi's protocol for programs without their own copy, bundled into one file by the build. */
export * as grpc from "@grpc/grpc-js";
export * as alias from "@pulumi/pulumi/proto/alias_pb";
export * as callbackServices from "@pulumi/pulumi/proto/callback_grpc_pb";
export * as callbacks from "@pulumi/pulumi/proto/callback_pb";
export * as engineServices from "@pulumi/pulumi/proto/engine_grpc_pb";
export * as engine from "@pulumi/pulumi/proto/engine_pb";
export * as providerServices from "@pulumi/pulumi/proto/provider_grpc_pb";
export * as provider from "@pulumi/pulumi/proto/provider_pb";
export * as resourceServices from "@pulumi/pulumi/proto/resource_grpc_pb";
export * as resource from "@pulumi/pulumi/proto/resource_pb";
export * as status from "@pulumi/pulumi/proto/status_pb";
export * as empty from "google-protobuf/google/protobuf/empty_pb";
export * as struct from "google-protobuf/google/protobuf/struct_pb";
