import type { ServiceError } from "@grpc/grpc-js";
import type * as pb from "@pulumi/pulumi/proto/provider_pb";
import type { Message } from "google-protobuf";
import { EngineError, InitFailed } from "../errors";
import type { HostProcess } from "./host-process";
import { channelOptions, fromStruct, type Proto, toStruct } from "../protocol/proto";
import type { RawProvider, Target } from "./provider";
import { unknown } from "../protocol/values";
import type { JsonMap } from "../protocol/wire";

export interface ProviderSettings {
  /** The default provider: its URN, its id (undefined while a preview does not know it) and its inputs. */
  readonly urn: string;
  readonly id: string | undefined;
  readonly type: string;
  /** With secrets in their envelopes, which the host opens by itself. */
  readonly args: JsonMap;
  /** The same, plain. */
  readonly plainArgs: JsonMap;
}

/** Configures a provider host that is starting, and speaks with it until closed. */
export async function connectHost(proto: Proto, host: HostProcess, settings: ProviderSettings): Promise<RawProvider> {
  const client = new proto.providerServices.ResourceProviderClient(
    `127.0.0.1:${await host.port}`,
    proto.grpc.credentials.createInsecure(),
    { ...channelOptions, "grpc.enable_http_proxy": 0 },
  );
  const call: Call = (name, request) =>
    new Promise((resolve, reject) => {
      const method = client[name].bind(client) as unknown as (request: Message, reply: Reply<typeof name>) => unknown;
      method(request, (error, response) => (error ? reject(hostError(proto, error)) : resolve(response)));
    });
  await call("configure", configureRequest(proto, settings));
  const close = async () => {
    client.close();
    await host.stop();
  };
  return { ...verbs(proto, call), close };
}

interface Answers {
  configure: pb.ConfigureResponse;
  check: pb.CheckResponse;
  diff: pb.DiffResponse;
  create: pb.CreateResponse;
  update: pb.UpdateResponse;
  read: pb.ReadResponse;
  delete: Message;
}
type Reply<Name extends keyof Answers> = (error: ServiceError | null, response: Answers[Name]) => void;
type Call = <Name extends keyof Answers>(name: Name, request: Message) => Promise<Answers[Name]>;

function verbs(proto: Proto, call: Call): Omit<RawProvider, "close"> {
  const { provider: messages } = proto;
  const struct = (json: JsonMap) => toStruct(proto, json);
  const named = <
    Request extends { setUrn(v: string): unknown; setType(v: string): unknown; setName(v: string): unknown },
  >(
    request: Request,
    target: Target,
  ): Request => {
    request.setUrn(target.urn);
    request.setType(target.type);
    request.setName(target.name);
    return request;
  };
  return {
    check: async (asked) => {
      const request = named(new messages.CheckRequest(), asked);
      request.setOlds(struct(asked.olds));
      request.setNews(struct(asked.news));
      request.setRandomseed(asked.seed);
      const answer = await call("check", request);
      const failures = answer.getFailuresList().map((failure) => ({
        property: failure.getProperty(),
        reason: failure.getReason(),
      }));
      return { inputs: fromStruct(answer.getInputs()), failures };
    },
    diff: async (asked) => {
      const request = named(new messages.DiffRequest(), asked);
      request.setId(asked.id);
      request.setOlds(struct(asked.olds));
      request.setOldInputs(struct(asked.oldInputs));
      request.setNews(struct(asked.news));
      request.setIgnorechangesList([...asked.ignoreChanges]);
      const answer = await call("diff", request);
      const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
      const changes = answer.getChanges();
      return {
        changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
        replaces: answer.getReplacesList(),
        deleteBeforeReplace: answer.getDeletebeforereplace(),
      };
    },
    create: async (asked) => {
      const request = named(new messages.CreateRequest(), asked);
      request.setProperties(struct(asked.inputs));
      request.setTimeout(asked.timeout);
      const answer = await call("create", request);
      return { id: answer.getId(), outputs: fromStruct(answer.getProperties()) };
    },
    update: async (asked) => {
      const request = named(new messages.UpdateRequest(), asked);
      request.setId(asked.id);
      request.setOlds(struct(asked.olds));
      request.setOldInputs(struct(asked.oldInputs));
      request.setNews(struct(asked.news));
      request.setIgnorechangesList([...asked.ignoreChanges]);
      request.setTimeout(asked.timeout);
      return { outputs: fromStruct((await call("update", request)).getProperties()) };
    },
    read: async (asked) => {
      const request = named(new messages.ReadRequest(), asked);
      request.setId(asked.id);
      request.setProperties(struct(asked.outputs));
      request.setInputs(struct(asked.inputs));
      request.setTimeout?.(asked.timeout);
      const answer = await call("read", request);
      const inputs = answer.hasInputs() ? fromStruct(answer.getInputs()) : undefined;
      return { id: answer.getId(), outputs: fromStruct(answer.getProperties()), inputs };
    },
    delete: async (asked) => {
      const request = named(new messages.DeleteRequest(), asked);
      request.setId(asked.id);
      request.setProperties(struct(asked.outputs));
      request.setOldInputs(struct(asked.inputs));
      request.setTimeout(asked.timeout);
      await call("delete", request);
    },
  };
}

function configureRequest(proto: Proto, settings: ProviderSettings) {
  const request = new proto.provider.ConfigureRequest();
  for (const [key, value] of Object.entries(settings.plainArgs))
    request
      .getVariablesMap()
      .set(`pulumi-nodejs:config:${key}`, typeof value === "string" ? value : JSON.stringify(value));
  request.setArgs(toStruct(proto, settings.args));
  request.setAcceptsecrets(true);
  request.setAcceptresources(true);
  request.setSendsOldInputs(true);
  request.setSendsOldInputsToDelete(true);
  request.setId(settings.id ?? unknown);
  request.setUrn(settings.urn);
  request.setType(settings.type);
  request.setName("default");
  return request;
}

/** What a provider threw: its message, or the half-made resource that it wants kept. */
function hostError(proto: Proto, error: ServiceError): Error {
  const details = error.metadata?.get("grpc-status-details-bin")[0];
  if (details instanceof Buffer || details instanceof Uint8Array) {
    const status = proto.status.Status.deserializeBinary(new Uint8Array(details));
    for (const any of status.getDetailsList()) {
      if (!any.getTypeUrl().endsWith("pulumirpc.ErrorResourceInitFailed")) continue;
      const failed = proto.provider.ErrorResourceInitFailed.deserializeBinary(any.getValue_asU8());
      const inputs = failed.hasInputs() ? fromStruct(failed.getInputs()) : undefined;
      const reasons = failed.getReasonsList();
      const properties = fromStruct(failed.getProperties());
      return new InitFailed(failed.getId(), properties, inputs, reasons.length > 0 ? reasons : [status.getMessage()]);
    }
  }
  const { UNAVAILABLE, CANCELLED } = proto.grpc.status;
  if (error.code === UNAVAILABLE || error.code === CANCELLED)
    return new EngineError(
      "provider",
      "error reading from server: EOF\nThe dynamic provider host died; what it was doing may have been done.",
    );
  return new Error(withAdvice(error.details || error.message));
}

/** Where a package comes with another one only, Node's own words do not say whose dependency it has to be. */
function withAdvice(message: string): string {
  const [, name] = /Cannot find module '((?:@[^/']+\/)?[^./'][^/']*)/.exec(message) ?? [];
  if (name === undefined) return message;
  return (
    `the provider needs the package ${name}, which cannot be found from the program's directory. Add ${name} to the ` +
    `dependencies of the program's own package.json, even where another package brings it along.\n${message}`
  );
}
