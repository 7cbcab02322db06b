import * as grpc from "@grpc/grpc-js";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { InitializationError } from "../provider/lifecycle/failures/errors";
import type { Props } from "../provider/table/props";

type ServiceError = Partial<grpc.StatusObject> & Error;

/** An error in the engine's form. With the id and properties of an object that it leaves, the engine keeps the resource. */
export function toServiceError(error: unknown, toStruct?: (properties: Props) => Struct): ServiceError {
  if (isServiceError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const status = Object.assign(new Error(message), { code: grpc.status.UNKNOWN, details: message });
  if (!leavesAnObject(error) || !toStruct) return status;
  const detail = new ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(toStruct(error.properties))
    .setReasonsList(error.reasons);
  const any = new Any();
  any.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const packed = new Status();
  packed.setCode(grpc.status.UNKNOWN);
  packed.setMessage(message);
  packed.addDetails(any);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(packed.serializeBinary()));
  return Object.assign(status, { metadata });
}

/** Tells by the members, as Pulumi's provider host does, because the provider's bundle has its own classes. */
const leavesAnObject = (error: unknown): error is InitializationError =>
  error instanceof Error && "id" in error && "properties" in error && "reasons" in error;

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && "code" in error && typeof error.code === "number";
