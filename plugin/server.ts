import { ownMember } from "../values/own-member";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { version } from "../client/http/version";
import { errorWithCommandHere, learnStack, withCommandHere } from "../provider/host/called";
import { Calls } from "../provider/host/engine";
import { warningIn } from "./failures";
import { parseUrn } from "./names";
import { toServiceError } from "./service-error";
import type { CheckFailure } from "../provider/table/check";
import { sameValue } from "../provider/table/props";
import { openStruct, toStruct, toStructOfObject, wholly } from "./values";
import type { Diffed, Verbs } from "./verbs";

/** The limit of the engine and its dynamic provider host. */
const maxMessageBytes = 400 * 1024 * 1024;

/** The implementation behind the protocol's messages. */
export interface Behind {
  /** Loads the provider at the first call, after the port has been printed. */
  readonly verbs: () => Promise<Verbs>;
  readonly schema: () => Promise<string>;
  readonly cancel: () => void;
}

/** Serves the engine on a free port of this machine. @returns the port. */
export async function listen(behind: Behind): Promise<{ port: number; close: () => void }> {
  const server = new grpc.Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(ResourceProviderService, services(behind));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { port, close: () => server.forceShutdown() };
}

/** The services of the plugin. gRPC answers unused methods of the protocol (Parameterize, Call) as unimplemented. */
export function services(behind: Behind): UntypedServiceImplementation {
  const { verbs } = behind;
  const cancellation = new Cancellation(behind.cancel);
  return {
    handshake: unary<proto.ProviderHandshakeRequest>(async () => {
      void verbs().catch(() => undefined);
      return new proto.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setAcceptOutputs(true)
        .setSupportsAutonamingConfiguration(false);
    }),
    getPluginInfo: unary<Empty>(async () => new plugin.PluginInfo().setVersion(version)),
    attach: unary<plugin.PluginAttach>(async () => new Empty()),
    cancel: unary<Empty>(async () => {
      cancellation.cancel();
      return new Empty();
    }),
    getSchema: unary<proto.GetSchemaRequest>(async (request) => {
      if (request.getVersion() > 0)
        throw new Error(`there is no version ${request.getVersion()} of the schema's format`);
      return new proto.GetSchemaResponse().setSchema(await behind.schema());
    }),
    getMapping: unary<proto.GetMappingRequest>(async () => new proto.GetMappingResponse()),
    getMappings: unary<proto.GetMappingsRequest>(async () => new proto.GetMappingsResponse()),
    construct: cancellable<proto.ConstructRequest>(verbs, cancellation, async (request) => {
      const [{ construct }, own] = await Promise.all([import("./components/construct.js"), verbs()]);
      return construct(request, own.reference, own.spelling);
    }),
    list: (call: grpc.ServerWritableStream<proto.ListRequest, proto.ListResponse>) =>
      void list(behind, cancellation, call),
    ...configuration(behind),
    ...looking(behind, cancellation),
    ...changing(behind, cancellation),
  };
}

function configuration({ verbs }: Behind): UntypedServiceImplementation {
  return {
    checkConfig: unary<proto.CheckRequest>(async (request) => {
      const { props, secrets } = openStruct(request.getNews());
      const failures = await (await verbs()).checkConfig(request.getUrn(), props);
      return new proto.CheckResponse()
        .setInputs(toStruct(props, secrets, { apiKey: true }))
        .setFailuresList(failures.map(toCheckFailure));
    }),
    diffConfig: unary<proto.DiffRequest>(async (request) => {
      const olds = openStruct(request.getOldInputs() ?? request.getOlds()).props;
      const names = (await verbs()).diffConfig(olds, openStruct(request.getNews()).props);
      const kind = { kind: "UPDATE", isOfInputs: true } as const;
      // Never a replacement: the engine would replace every resource of the provider with it, and asks this plugin about
      // the inputs of the dynamic provider too when a stack comes over.
      const paths = new Map(names.map((name) => [name, kind]));
      return diffResponse({ changes: names.length > 0, replaces: [], deleteBeforeReplace: false, stables: [], paths });
    }),
    configure: unary<proto.ConfigureRequest>(async (request) => {
      const variables = Object.fromEntries(
        request
          .getVariablesMap()
          .toArray()
          .map(([name, value]) => [name.slice(name.lastIndexOf(":") + 1), value]),
      );
      const { props, secrets } = openStruct(request.getArgs());
      const given = { ...variables, ...props };
      await (await verbs()).configure(given, request.getUrn(), request.getId(), Object.keys(secrets));
      return new proto.ConfigureResponse()
        .setAcceptsecrets(true)
        .setAcceptresources(true)
        .setAcceptoutputs(true)
        .setSupportspreview(true)
        .setSupportsAutonamingConfiguration(false);
    }),
  };
}

function looking({ verbs }: Behind, cancellation: Cancellation): UntypedServiceImplementation {
  return {
    check: cancellable<proto.CheckRequest>(verbs, cancellation, async (request) => {
      const urn = request.getUrn();
      const answers = await verbs();
      const news = answers.openInputs(urn, request.getNews());
      const olds = answers.openInputs(urn, request.getOlds(), news);
      const { inputs, failures } = await answers.check(urn, olds, news, request.getRandomseed_asU8());
      return new proto.CheckResponse()
        .setInputs(toStruct(inputs, news.secrets, answers.secretsOf(urn)))
        .setFailuresList(failures.map(toCheckFailure));
    }),
    diff: cancellable<proto.DiffRequest>(verbs, cancellation, async (request) => {
      const urn = request.getUrn();
      const answers = await verbs();
      const olds = answers.open(request.getOlds());
      const news = answers.openInputs(urn, request.getNews());
      const oldInputs = answers.openInputs(urn, request.getOldInputs(), news);
      const found = await answers.diff(urn, request.getId(), olds, oldInputs, news);
      return diffResponse(found);
    }),
    read: cancellable<proto.ReadRequest>(verbs, cancellation, async (request) => {
      const urn = request.getUrn();
      const answers = await verbs();
      const state = answers.open(request.getProperties());
      const before = answers.openInputs(urn, request.getInputs());
      // An import sends neither; `.get` of a program sends both, empty.
      const isImport = !request.hasProperties();
      const { id, outputs, inputs } = isImport
        ? await answers.import(urn, request.getId())
        : await answers.read(urn, request.getId(), state.props, before.props);
      const secrets = [state.secrets, before.secrets, answers.secretsOf(urn)];
      const response = new proto.ReadResponse().setId(id).setProperties(toStructOfObject(outputs, ...secrets));
      if (!inputs) return response;
      // Unchanged values are secret where the inputs are, drifted ones as a whole.
      const isMarked = (name: string) => secrets.some((marks) => Object.hasOwn(marks, name));
      const drifted = Object.keys(inputs).filter(
        (name) => isMarked(name) && !sameValue(ownMember(inputs, name), ownMember(before.props, name)),
      );
      return response.setInputs(toStruct(inputs, before.secrets, answers.secretsOf(urn), wholly(drifted)));
    }),
    invoke: cancellable<proto.InvokeRequest>(verbs, cancellation, async (request) => {
      const { props } = openStruct(request.getArgs());
      const { answer, secrets, failures } = await (await verbs()).invoke(request.getTok(), props);
      return new proto.InvokeResponse()
        .setReturn(toStruct(answer, secrets))
        .setFailuresList(failures.map(toCheckFailure));
    }),
  };
}

function changing({ verbs }: Behind, cancellation: Cancellation): UntypedServiceImplementation {
  return {
    create: cancellable<proto.CreateRequest>(verbs, cancellation, async (request) => {
      const urn = request.getUrn();
      const answers = await verbs();
      const news = answers.openInputs(urn, request.getProperties());
      const secrets = [news.secrets, answers.secretsOf(urn)];
      if (request.getPreview()) {
        const outputs = await answers.preview(urn, news.props);
        return new proto.CreateResponse().setProperties(toStructOfObject(outputs, ...secrets));
      }
      return keeping(verbs, secrets, async () => {
        const { id, outputs } = await answers.create(urn, news.props, request.getTimeout());
        return new proto.CreateResponse().setId(id).setProperties(toStructOfObject(outputs, ...secrets));
      });
    }),
    update: cancellable<proto.UpdateRequest>(verbs, cancellation, async (request) => {
      const [urn, id] = [request.getUrn(), request.getId()];
      const answers = await verbs();
      const olds = answers.open(request.getOlds());
      const news = answers.openInputs(urn, request.getNews());
      const secrets = [news.secrets, answers.secretsOf(urn)];
      if (request.getPreview()) {
        const outputs = await answers.preview(urn, news.props, olds.props);
        return new proto.UpdateResponse().setProperties(toStructOfObject(outputs, olds.secrets, ...secrets));
      }
      return keeping(verbs, [olds.secrets, ...secrets], async () => {
        const outputs = await answers.update(urn, id, olds.props, news.props, request.getTimeout());
        return new proto.UpdateResponse().setProperties(toStructOfObject(outputs, ...secrets));
      });
    }),
    delete: cancellable<proto.DeleteRequest>(verbs, cancellation, async (request) => {
      const answers = await verbs();
      const state = answers.open(request.getProperties());
      answers.openInputs(request.getUrn(), request.getOldInputs());
      await answers.delete(request.getUrn(), request.getId(), state.props, request.getTimeout());
      return new Empty();
    }),
  };
}

/** A failure after the object exists puts it into the state with its id; secret inputs stay secret. */
async function keeping<R>(
  verbs: Behind["verbs"],
  secrets: Parameters<typeof toStruct>[1][],
  call: () => Promise<R>,
): Promise<R> {
  try {
    return await worded(verbs, call);
  } catch (error) {
    throw toServiceError(error, (properties) => toStructOfObject(properties, ...secrets));
  }
}

async function list(
  { verbs }: Behind,
  cancellation: Cancellation,
  call: grpc.ServerWritableStream<proto.ListRequest, proto.ListResponse>,
): Promise<void> {
  try {
    const found = await worded(verbs, () =>
      cancellation.during(async () => (await verbs()).list(call.request.getToken())),
    );
    const limit = call.request.getLimit();
    for (const { id, name } of limit > 0 ? found.slice(0, limit) : found) {
      call.write(new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(name)));
    }
    call.end();
  } catch (error) {
    call.emit("error", toServiceError(error));
  }
}

function diffResponse({ changes, replaces, deleteBeforeReplace, stables, paths }: Diffed): proto.DiffResponse {
  const response = new proto.DiffResponse()
    .setChanges(proto.DiffResponse.DiffChanges[changes ? "DIFF_SOME" : "DIFF_NONE"])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setStablesList([...stables])
    .setDiffsList([...new Set([...paths.keys()].map((path) => /^[^.[]*/.exec(path)![0]))])
    .setHasdetaileddiff(true);
  const detailed = response.getDetaileddiffMap();
  for (const [path, { kind, isOfInputs }] of paths) {
    detailed.set(path, new proto.PropertyDiff().setKind(proto.PropertyDiff.Kind[kind]).setInputdiff(isOfInputs));
  }
  return response;
}

const toCheckFailure = ({ property, reason }: CheckFailure): proto.CheckFailure =>
  new proto.CheckFailure().setProperty(property).setReason(withCommandHere(reason));

function learnStackOf(request: { getUrn?: () => string } | object): void {
  const urn = "getUrn" in request ? request.getUrn?.() : undefined;
  if (urn) learnStack(parseUrn(urn).stack);
}

function unary<Request extends object>(answer: (request: Request) => unknown): grpc.handleUnaryCall<Request, unknown> {
  return (call, done) => {
    learnStackOf(call.request);
    void (async () => answer(call.request))().then(
      (response) => done(null, response),
      (error: unknown) => done(toServiceError(error)),
    );
  };
}

/** A handler that may wait or call the platform. */
const cancellable = <Request extends object>(
  verbs: Behind["verbs"],
  cancellation: Cancellation,
  answer: (request: Request) => Promise<unknown>,
) => unary<Request>((request) => worded(verbs, () => cancellation.during(() => answer(request))));

/** Failures use the program's spelling of arguments. */
async function worded<R>(verbs: Behind["verbs"], call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) error.message = warningIn(error.message, await (await verbs()).spelling());
    throw errorWithCommandHere(error);
  }
}

/**
 * Handles the engine's `Cancel`. It comes at the first Ctrl-C, and also at the end of every run, when no call is running.
 * In that case nothing is cancelled, because the closing reads still have to call the platform.
 */
export class Cancellation extends Calls {
  private isAsked = false;

  /** @param callOff ends waits and refuses later requests. */
  constructor(private readonly callOff: () => void) {
    super();
  }

  cancel(): void {
    this.isAsked = true;
    if (this.running > 0) this.callOff();
  }

  /** Answers a call of the engine, which `Cancel` ends even if it came a moment before. */
  override during<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    if (this.isAsked) this.callOff();
    return super.during(answer);
  }
}
