import { afterEach, beforeEach } from "@jest/globals";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { createClient, systemClock } from "../../client";
import type { Clock } from "../../client/clock";
import { type Emulator, startEmulator } from "../../emulator";
import { CancelledError, endingWith } from "../../plugin/ending";
import { schema } from "../../plugin/schema";
import { listen } from "../../plugin/server";
import { Verbs } from "../../plugin/verbs";
import type { Props } from "../../provider/table/props";
import type { Bookkeeping } from "../../provider/host/bookkeeping";
import type { Notify } from "../../provider/host/notify";
import { ManualClock } from "../support/manual-clock";

export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const mark = "4dabf18193072939515e22adb298388d";
export const secret = (value: unknown) => ({ [mark]: "1b47061264138c4ac30d75fd1eb44270", value });
export const output = (value?: unknown, isSecret = false) => ({
  [mark]: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  ...(value === undefined ? {} : { value }),
  ...(isSecret ? { secret: true } : {}),
  dependencies: [],
});
export const reference = (id: string) => ({
  [mark]: "5cf8f73096256a8f31e491e813e4eb8e",
  urn: "urn:pulumi:dev::web::compute:index:NetworkVolume::data",
  id,
});

export const urnOf = (kind: string, name = "it", parents = ""): string =>
  `urn:pulumi:dev::web::${parents}compute:index:${kind}::${name}`;

const providerUrn = (name: string): string => `urn:pulumi:dev::web::pulumi:providers:compute::${name}`;

const struct = (props: Props): Struct => Struct.fromJavaScript(props as Parameters<typeof Struct.fromJavaScript>[0]);
const plain = (value: Struct | undefined): Props | undefined => value?.toJavaScript();

/** What a call ended with, when it failed. */
export class CallFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** What the engine keeps in state. */
    readonly initFailed?: { id: string; properties: Props; reasons: string[] },
  ) {
    super(message);
  }
}

/** Speaks to the plugin as the engine does. */
export class Engine {
  private constructor(
    readonly client: ResourceProviderClient,
    readonly close: () => void,
  ) {}

  static async start(
    emulator: Emulator,
    { clock = systemClock, openBookkeeping, notify, env = {}, randomBytes = counting() }: Options = {},
  ): Promise<Engine> {
    const cancelled = new AbortController();
    const verbs = new Verbs({
      env,
      clock: endingWith(clock, cancelled.signal),
      randomBytes,
      connect: (settings, _clock, isSecret) =>
        createClient({ ...settings, isSecret, clock, limiter: false, random: () => 0 }, cancelled.signal),
      ...(openBookkeeping && { openBookkeeping: () => openBookkeeping }),
      ...(notify && { notify }),
      signal: cancelled.signal,
    });
    const { port, close } = await listen({
      verbs: async () => verbs,
      schema: async () => JSON.stringify(schema),
      cancel: () => cancelled.abort(new CancelledError()),
    });
    const engine = Engine.at(port, close);
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
    return engine;
  }

  static at(port: number, close: () => void = () => undefined): Engine {
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    return new Engine(client, () => {
      client.close();
      close();
    });
  }

  call<Response>(verb: Exclude<keyof ResourceProviderClient, "list">, request: unknown): Promise<Response> {
    type Call = (request: unknown, done: (error: grpc.ServiceError | null, response: Response) => void) => unknown;
    const call = (this.client[verb] as Call).bind(this.client);
    return new Promise((resolve, reject) => {
      call(request, (error, response) => (error ? reject(failureOf(error)) : resolve(response)));
    });
  }

  async configure(args: Props, name = "default") {
    const request = new proto.ConfigureRequest().setArgs(struct(args)).setUrn(providerUrn(name));
    return (await this.call<proto.ConfigureResponse>("configure", request)).toObject();
  }

  async checkConfig(news: Props, name = "default") {
    const request = new proto.CheckRequest().setUrn(providerUrn(name)).setOlds(struct({})).setNews(struct(news));
    const response = await this.call<proto.CheckResponse>("checkConfig", request);
    return { inputs: plain(response.getInputs()), failures: response.toObject().failuresList };
  }

  async diffConfig(oldInputs: Props, news: Props) {
    const urn = "urn:pulumi:dev::web::pulumi:providers:compute::default";
    const request = new proto.DiffRequest()
      .setUrn(urn)
      .setOldInputs(struct(oldInputs))
      .setOlds(struct(oldInputs))
      .setNews(struct(news));
    return diffOf(await this.call<proto.DiffResponse>("diffConfig", request));
  }

  async check(urn: string, news: Props, olds: Props = {}, seed = "") {
    const request = new proto.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news));
    request.setRandomseed(Buffer.from(seed));
    const response = await this.call<proto.CheckResponse>("check", request);
    return { inputs: plain(response.getInputs())!, failures: response.toObject().failuresList };
  }

  async diff(urn: string, id: string, olds: Props, oldInputs: Props, news: Props) {
    const request = new proto.DiffRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(olds))
      .setOldInputs(struct(oldInputs))
      .setNews(struct(news));
    return diffOf(await this.call<proto.DiffResponse>("diff", request));
  }

  async create(urn: string, properties: Props, { preview = false, timeout = 0 } = {}) {
    const request = new proto.CreateRequest()
      .setUrn(urn)
      .setProperties(struct(properties))
      .setPreview(preview)
      .setTimeout(timeout);
    const response = await this.call<proto.CreateResponse>("create", request);
    return { id: response.getId(), outputs: plain(response.getProperties())! };
  }

  async update(urn: string, id: string, olds: Props, news: Props, { preview = false } = {}) {
    const request = new proto.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(olds))
      .setNews(struct(news))
      .setPreview(preview);
    return plain((await this.call<proto.UpdateResponse>("update", request)).getProperties())!;
  }

  async read(urn: string, id: string, properties?: Props, inputs?: Props) {
    const request = new proto.ReadRequest().setUrn(urn).setId(id);
    if (properties) request.setProperties(struct(properties));
    if (inputs) request.setInputs(struct(inputs));
    const response = await this.call<proto.ReadResponse>("read", request);
    return { id: response.getId(), outputs: plain(response.getProperties())!, inputs: plain(response.getInputs()) };
  }

  async invoke(name: string, args: Props = {}) {
    const request = new proto.InvokeRequest().setTok(`compute:index:${name}`).setArgs(struct(args));
    const response = await this.call<proto.InvokeResponse>("invoke", request);
    return { answer: plain(response.getReturn())!, failures: response.toObject().failuresList };
  }

  async delete(urn: string, id: string, properties: Props, oldInputs?: Props): Promise<void> {
    const request = new proto.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(properties));
    await this.call("delete", oldInputs ? request.setOldInputs(struct(oldInputs)) : request);
  }

  async cancel(): Promise<void> {
    await this.call("cancel", new Empty());
  }

  /** What the engine does about a new resource: checks it and creates what came out. */
  async make(urn: string, news: Props) {
    const { inputs, failures } = await this.check(urn, news);
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    return { inputs, ...(await this.create(urn, inputs)) };
  }
}

interface Options {
  readonly clock?: Clock;
  readonly openBookkeeping?: Bookkeeping;
  readonly notify?: Notify;
  readonly env?: NodeJS.ProcessEnv;
  /** One for all processes of a test in which they draw what has to differ. */
  readonly randomBytes?: ReturnType<typeof counting>;
}

function diffOf(response: proto.DiffResponse) {
  const changes = Object.keys(proto.DiffResponse.DiffChanges)[response.getChanges()];
  const paths: Record<string, string> = {};
  for (const [path, found] of response.getDetaileddiffMap().entries()) {
    const kind = Object.keys(proto.PropertyDiff.Kind)[found.getKind()];
    paths[path] = `${kind}${found.getInputdiff() ? " of inputs" : ""}`;
  }
  const deleteBeforeReplace = response.getDeletebeforereplace();
  return { changes, replaces: response.getReplacesList(), deleteBeforeReplace, diffs: response.getDiffsList(), paths };
}

function failureOf({ code, details, metadata }: grpc.ServiceError): CallFailure {
  const [packed] = metadata.get("grpc-status-details-bin") as Buffer[];
  if (!packed) return new CallFailure(code, details);
  const [any] = Status.deserializeBinary(packed).getDetailsList();
  const detail = proto.ErrorResourceInitFailed.deserializeBinary(any!.getValue_asU8());
  const properties = plain(detail.getProperties())!;
  return new CallFailure(code, details, { id: detail.getId(), properties, reasons: detail.getReasonsList() });
}

interface Opened {
  readonly emulator: Emulator;
  readonly engine: Engine;
  /** The time of both. */
  readonly clock: ManualClock;
}

/**
 * Opens an emulator and a plugin on it for each test of the file, and closes them after it.
 *
 * @returns opens another plugin on the same emulator in its place, as the next run has one.
 */
export function useEngine(keep: (opened: Opened) => void, options: () => Options = () => ({})): () => Promise<void> {
  let opened: Opened;
  const open = async (emulator: Emulator, clock: ManualClock) =>
    keep((opened = { emulator, clock, engine: await Engine.start(emulator, { clock, ...options() }) }));
  beforeEach(async () => {
    const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
    await open(await startEmulator({ clock, rateLimit: false }), clock);
  });
  afterEach(async () => {
    opened.engine.close();
    await opened.emulator.close();
  });
  return async () => {
    opened.engine.close();
    await open(opened.emulator, opened.clock);
  };
}

export function counting(): (size: number) => Uint8Array {
  let count = 0;
  return (size) => {
    count += 1;
    return Uint8Array.from({ length: size }, (_, at) => (count >> (8 * at)) & 0xff);
  };
}
