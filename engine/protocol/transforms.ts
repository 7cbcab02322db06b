import { getOrMake } from "../../values/many";
import type { ServiceError } from "@grpc/grpc-js";
import type { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import type { Callback, CallbackInvokeResponse } from "@pulumi/pulumi/proto/callback_pb";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { propertyDependenciesOf } from "../plan/goal";
import { channelOptions, filled, fromStruct, type Proto } from "./proto";
import { dependenciesIn, withOutputs } from "./output-values";
import { optionsOf, setOptions } from "./transform-options";
import type { JsonMap } from "./wire";

/** The transforms of one run, which may change registrations: the resource's own, then its parents', then the stack's. */
export class Transforms {
  private readonly clients = new Map<string, CallbacksClient>();
  private readonly ofStack: Callback[] = [];
  private readonly ofResources = new Map<string, readonly Callback[]>();
  private readonly parents = new Map<string, string>();
  /** The transforms of remote components, which their provider registers a second time. */
  private readonly ofRemotes = new Map<string, readonly Callback[]>();

  constructor(private readonly proto: Proto) {}

  addToStack(callback: Callback): void {
    this.ofStack.push(callback);
  }

  /** Applies all matching transforms to a registration. @throws Error of the failed transform. */
  async apply(request: RegisterResourceRequest): Promise<void> {
    const { resource } = this.proto;
    const component = JSON.stringify([request.getParent(), request.getType(), request.getName()]);
    const before = this.ofRemotes.get(component);
    if (before) {
      request.setTransformsList([...before]);
      return;
    }
    const own = request.getTransformsList();
    if (request.getRemote()) this.ofRemotes.set(component, own);
    const all = [...own, ...this.inherited(request.getParent()), ...this.ofStack];
    if (all.length === 0) return;
    // A resource's own transforms see its dependencies and may change them.
    let properties = withOutputs(
      fromStruct(request.getObject()),
      own.length > 0 ? propertyDependenciesOf(request) : {},
    );
    let options = optionsOf(this.proto, request);
    for (const callback of all) {
      const asked = filled(this.proto, new resource.TransformRequest(), {
        type: request.getType(),
        name: request.getName(),
        custom: request.getCustom(),
        parent: request.getParent(),
        properties,
        options,
      });
      const answer = resource.TransformResponse.deserializeBinary(await this.call(callback, asked.serializeBinary()));
      if (answer.hasProperties()) properties = fromStruct(answer.getProperties());
      options = answer.getOptions() ?? options;
    }
    setOptions(filled(this.proto, request, { object: properties }), options);
    if (own.length > 0) this.setDependencies(request, properties, options.getDependsOnList());
  }

  /** Notes the transforms of a resource, which also apply to its children. */
  registered(urn: string, request: RegisterResourceRequest): void {
    this.parents.set(urn, request.getParent());
    if (request.getTransformsList().length > 0) this.ofResources.set(urn, request.getTransformsList());
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
  }

  private inherited(parent: string): readonly Callback[] {
    if (parent === "") return [];
    return [...(this.ofResources.get(parent) ?? []), ...this.inherited(this.parents.get(parent) ?? "")];
  }

  private setDependencies(request: RegisterResourceRequest, properties: JsonMap, dependsOn: readonly string[]): void {
    const { RegisterResourceRequest } = this.proto.resource;
    const given = request.getPropertydependenciesMap();
    request.clearPropertydependenciesMap();
    const all = new Set(dependsOn);
    for (const [name, value] of Object.entries(properties)) {
      const urns = dependenciesIn(value);
      given.set(name, new RegisterResourceRequest.PropertyDependencies().setUrnsList([...urns]));
      for (const urn of urns) all.add(urn);
    }
    request.setDependenciesList([...all]);
  }

  private async call(callback: Callback, request: Uint8Array): Promise<Uint8Array> {
    const { CallbackInvokeRequest } = this.proto.callbacks;
    const message = new CallbackInvokeRequest().setToken(callback.getToken()).setRequest(request);
    const client = this.clientFor(callback.getTarget());
    const answer = await new Promise<CallbackInvokeResponse>((resolve, reject) => {
      client.invoke(message, (error, response) => (error ? reject(this.failure(error)) : resolve(response)));
    });
    return answer.getResponse_asU8();
  }

  /** In the CLI's words. */
  private failure({ code, details }: ServiceError): Error {
    const words = (this.proto.grpc.status[code] ?? "").toLowerCase().split("_");
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return new Error(`invoke transform: rpc error: code = ${name} desc = ${details}`);
  }

  private clientFor(target: string): CallbacksClient {
    const { callbackServices, grpc } = this.proto;
    const credentials = () => grpc.credentials.createInsecure();
    const make = () => new callbackServices.CallbacksClient(target, credentials(), channelOptions);
    return getOrMake(this.clients, target, make);
  }
}
