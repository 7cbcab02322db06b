import * as grpc from "@grpc/grpc-js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/resource_pb";
import { type Opened, openStruct } from "../values";

/** The engine ends the operation and has reported the reason. */
export class EngineStopped extends Error {}

export interface Declared {
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  /** Undefined for a component. */
  readonly provider?: string | undefined;
  readonly properties: Struct;
  readonly aliases: readonly Alias[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly dependencies?: readonly string[];
  readonly protect?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
  readonly customTimeouts?: proto.RegisterResourceRequest.CustomTimeouts | undefined;
}

export interface Made extends Opened {
  readonly urn: string;
  /** Empty while a preview can't know it. */
  readonly id: string;
  /** It or a dependency failed, and the operation continues. */
  readonly isFailed: boolean;
}

export interface Monitor {
  register(declared: Declared): Promise<Made>;
  registerOutputs(urn: string, outputs: Struct): Promise<void>;
  close(): void;
}

/** Connects to the engine like a program. */
export function openMonitor(address: string): Monitor {
  const client = new ResourceMonitorClient(address, grpc.credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
    "grpc.max_receive_message_length": 400 * 1024 * 1024,
    "grpc.use_local_subchannel_pool": 1,
  });
  const answered = <Response>(send: (reply: (error: grpc.ServiceError | null, answer: Response) => void) => unknown) =>
    new Promise<Response>((resolve, reject) => {
      send((error, answer) => (error ? reject(toError(error)) : resolve(answer)));
    });
  return {
    register: async (declared) => {
      const answer = await answered<proto.RegisterResourceResponse>((reply) =>
        client.registerResource(requestFor(declared), reply),
      );
      const isFailed = answer.getResult() !== proto.Result.SUCCESS;
      return { urn: answer.getUrn(), id: answer.getId(), isFailed, ...openStruct(answer.getObject()) };
    },
    registerOutputs: async (urn, outputs) => {
      const request = new proto.RegisterResourceOutputsRequest().setUrn(urn).setOutputs(outputs);
      await answered((reply) => client.registerResourceOutputs(request, reply));
    },
    close: () => client.close(),
  };
}

function requestFor(declared: Declared): proto.RegisterResourceRequest {
  const { type, name, parent, provider, properties, aliases, protect, retainOnDelete, customTimeouts } = declared;
  const request = new proto.RegisterResourceRequest()
    .setType(type)
    .setName(name)
    .setParent(parent)
    .setCustom(provider !== undefined)
    .setProvider(provider ?? "")
    .setObject(properties)
    .setAliasesList([...aliases])
    .setAliasspecs(true)
    .setAcceptsecrets(true)
    .setAcceptresources(true)
    .setSupportspartialvalues(true)
    .setSupportsresultreporting(true);
  if (protect !== undefined) request.setProtect(protect);
  if (retainOnDelete !== undefined) request.setRetainondelete(retainOnDelete);
  if (customTimeouts) request.setCustomtimeouts(customTimeouts);
  const all = new Set(declared.dependencies);
  for (const [property, urns] of Object.entries(declared.propertyDependencies ?? {})) {
    const message = new proto.RegisterResourceRequest.PropertyDependencies().setUrnsList([...new Set(urns)]);
    request.getPropertydependenciesMap().set(property, message);
    for (const urn of urns) all.add(urn);
  }
  return request.setDependenciesList([...all]);
}

/** An alias that differs from the resource only in its type. */
export const formerType = (type: string): Alias => new Alias().setSpec(new Alias.Spec().setType(type));

function toError(error: grpc.ServiceError): Error {
  const isStopped = error.code === grpc.status.UNAVAILABLE || error.code === grpc.status.CANCELLED;
  return isStopped ? new EngineStopped(error.details) : new Error(error.details || error.message);
}
