import type { sendUnaryData, ServerUnaryCall, UntypedHandleCall } from "@grpc/grpc-js";
import type { Message } from "google-protobuf";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import type {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ReadResourceRequest,
  ResourceInvokeRequest,
  ResourceMonitorFeature,
} from "@pulumi/pulumi/proto/resource_pb";
import { placeToListen } from "./address";
import { type Goal, goalOf, type ReadGoal, readGoalOf, type RemoteGoal, remoteGoalOf } from "../plan/goal";
import { EngineError, Halted, messageOf, unsupported } from "../errors";
import type { Constructed, Invoked, RunInfo, MonitorOfRun } from "./provider-verbs";
import { channelOptions, filled, fromStruct, organization, type Proto } from "./proto";
import { Transforms } from "./transforms";
import type { PropertyMap } from "./values";
import { mapFromWire, mapToWire } from "./wire";

export interface Registered {
  readonly urn: string;
  readonly id: string;
  readonly outputs: PropertyMap;
  /** The run leaves it out and it does not exist, so its outputs are unknown. */
  readonly unknown?: boolean;
  /** It or a dependency failed, while the run continues. */
  readonly failed?: boolean;
}

export interface Invocation {
  readonly token: string;
  readonly args: PropertyMap;
  /** The reference of a provider; undefined for the default one of the token's package. */
  readonly provider?: string | undefined;
  readonly version?: string;
}

export type Severity = "debug" | "info" | "warning" | "error";

/** The requests of a running program to the engine. Any rejection ends the operation. */
export interface Monitor {
  register(goal: Goal): Promise<Registered>;
  /** Asks a provider to create a component. */
  construct(goal: RemoteGoal, monitor: MonitorOfRun): Promise<Constructed<PropertyMap>>;
  read(goal: ReadGoal): Promise<Registered>;
  /** Calls a function of the engine or of a provider. */
  invoke(call: Invocation): Promise<Invoked<PropertyMap>>;
  registerOutputs(urn: string, outputs: PropertyMap): Promise<void>;
  /** Notes that the program has no more requests. Resolves when all work is done. */
  programEnded(): Promise<void>;
  /** @param isPassing it reports progress, and is obsolete once the step is done. */
  log(severity: Severity, message: string, urn: string | undefined, isPassing: boolean): void;
  /** Ends the operation for a reason other than a failed step. */
  fail(error: unknown, urn?: string): void;
}

const severities: readonly Severity[] = ["debug", "info", "warning", "error"];
const features = ["secrets", "resourceReferences", "outputValues", "aliasSpecs", "deletedWith", "transforms"];
/** Unsupported features, announced so that the SDK calls and gets our message: its own asks for an update of the CLI. */
const refusedFeatures = ["resourceHooks", "errorHooks", "invokeTransforms", "parameterization", "replaceWith"];
const announced = [...features, ...refusedFeatures];
/** The name of a feature in the protocol's enumeration. */
const memberOf = (feature: string) =>
  `RESOURCE_MONITOR_FEATURE_${feature.replace(/[A-Z]/g, "_$&").toUpperCase()}` as keyof typeof ResourceMonitorFeature;
const refusedCalls = {
  call: "calls to component methods",
  registerStackInvokeTransform: "invoke transforms",
  registerResourceHook: "resource hooks",
  registerErrorHook: "error hooks",
  registerPackage: "parameterised packages",
};

/** Serves ResourceMonitor and Engine, for this user only if possible. `monitorNow` may throw before a program runs. */
export async function serveMonitor(proto: Proto, monitorNow: () => Monitor, info: RunInfo) {
  const { grpc, resource, engine, empty } = proto;
  const server = new grpc.Server(channelOptions);
  const transforms = new Transforms(proto);
  let root = "";
  let address = "";

  const unary =
    <Request, Response extends Message>(handle: (request: Request) => Promise<Response>): UntypedHandleCall =>
    (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>) => {
      void handle(call.request).then(
        (response) => reply(null, response),
        (error: unknown) => reply(refusal(proto, error), null),
      );
    };
  const done = <Request>(handle: (request: Request) => Promise<void>): UntypedHandleCall =>
    unary(async (request: Request) => {
      await handle(request);
      return new empty.Empty();
    });
  /** A registration that fails ends the operation; the program only learns that the engine is shutting down. */
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Halted)) monitorNow().fail(error);
      throw new Halted();
    }
  };
  const construct = async (request: RegisterResourceRequest) => {
    const monitor = { ...info, address };
    const { urn, outputs, dependencies } = await guarded(() => monitorNow().construct(remoteGoalOf(request), monitor));
    const answer = filled(proto, new resource.RegisterResourceResponse(), { urn, object: mapToWire(outputs) });
    for (const [property, urns] of Object.entries(dependencies)) {
      const message = new resource.RegisterResourceResponse.PropertyDependencies().setUrnsList([...urns]);
      answer.getPropertydependenciesMap().set(property, message);
    }
    return answer;
  };
  const refused = Object.entries(refusedCalls).map(([name, what]) => [
    name,
    // The engine reports it, because SDKs word the answer differently.
    unary(() => guarded(() => Promise.reject(unsupported(what)))),
  ]);

  server.addService(proto.resourceServices.ResourceMonitorService, {
    ...(Object.fromEntries(refused) as Record<string, UntypedHandleCall>),
    getDeploymentInfo: unary(async () => {
      const supportedfeaturesList = announced.map((feature) => resource.ResourceMonitorFeature[memberOf(feature)]);
      const { dryRun: dryrun, ...run } = info;
      return filled(proto, new resource.DeploymentInfo(), { ...run, dryrun, organization, supportedfeaturesList });
    }),
    supportsFeature: unary(async (request: { getId(): string }) => {
      return new resource.SupportsFeatureResponse().setHassupport(announced.includes(request.getId()));
    }),
    invoke: unary(async (request: ResourceInvokeRequest) => {
      if (request.getPackageref?.()) throw unsupported("parameterised packages");
      // Newer SDKs have a separate message with the same members.
      const newer = proto.resource as { ResourceInvokeResponse?: typeof proto.provider.InvokeResponse };
      const Answer = newer.ResourceInvokeResponse ?? proto.provider.InvokeResponse;
      const found = await monitorNow().invoke({
        token: request.getTok(),
        args: mapFromWire(fromStruct(request.getArgs())),
        provider: request.getProvider() || undefined,
        version: request.getVersion(),
      });
      const failuresList = found.failures.map((failure) => filled(proto, new proto.provider.CheckFailure(), failure));
      return filled(proto, new Answer(), { return: mapToWire(found.outputs), failuresList });
    }),
    registerResource: unary(async (request: RegisterResourceRequest) => {
      // A failed transform is the program's own failure, which the program receives.
      await transforms.apply(request);
      if (request.getRemote()) return construct(request);
      const registered = await guarded(() => monitorNow().register(goalOf(request)));
      transforms.registered(registered.urn, request);
      const { urn, id, outputs, unknown, failed } = registered;
      // An SDK without support for results would treat the resource as a success.
      if (failed && !request.getSupportsresultreporting()) throw new Halted();
      const result = failed ? resource.Result.FAIL : undefined;
      // Older SDKs, which know of no unknown resource, treat a missing output as undefined.
      const members = { urn, id, object: mapToWire(outputs), result, unknown: unknown || undefined };
      return filled(proto, new resource.RegisterResourceResponse(), members);
    }),
    registerStackTransform: done(async (callback: Callback) => transforms.addToStack(callback)),
    readResource: unary(async (request: ReadResourceRequest) => {
      const read = await guarded(() => monitorNow().read(readGoalOf(request)));
      const members = { urn: read.urn, properties: mapToWire(read.outputs) };
      return filled(proto, new resource.ReadResourceResponse(), members);
    }),
    registerResourceOutputs: done((request: RegisterResourceOutputsRequest) =>
      guarded(() => monitorNow().registerOutputs(request.getUrn(), mapFromWire(fromStruct(request.getOutputs())))),
    ),
    signalAndWaitForShutdown: done(() => monitorNow().programEnded()),
  });
  server.addService(proto.engineServices.EngineService, {
    log: done(async (request: LogRequest) =>
      monitorNow().log(
        severities[request.getSeverity()] ?? "info",
        request.getMessage(),
        request.getUrn() || undefined,
        request.getEphemeral(),
      ),
    ),
    setRootResource: unary(async (request: { getUrn(): string }) => {
      root = request.getUrn();
      return new engine.SetRootResourceResponse();
    }),
    getRootResource: unary(async () => new engine.GetRootResourceResponse().setUrn(root)),
    startDebugging: unary(async () => {
      throw new EngineError("unsupported", "the local engine does not start debuggers");
    }),
    requirePulumiVersion: unary(async () => new engine.RequirePulumiVersionResponse()),
  });

  const place = placeToListen();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(place.address, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const close = () => {
    transforms.close();
    server.forceShutdown();
    place.remove();
  };
  address = place.opened(port);
  return { address, close };
}

function refusal({ grpc }: Proto, error: unknown) {
  if (error instanceof Halted) return { code: grpc.status.UNAVAILABLE, details: error.message };
  const code =
    error instanceof EngineError && error.code === "unsupported" ? grpc.status.UNIMPLEMENTED : grpc.status.UNKNOWN;
  return { code, details: messageOf(error) };
}
