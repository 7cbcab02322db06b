import type { ServiceError } from "@grpc/grpc-js";
import type * as pb from "@pulumi/pulumi/proto/provider_pb";
import type { Message } from "google-protobuf";
import { EngineError, InitFailed } from "../errors";
import { channelOptions, filled, fromStruct, type Proto } from "../protocol/proto";
import type { CheckFailure, DiffAnswer, PathChange, ProviderVerbs } from "../protocol/provider-verbs";
import type { JsonMap } from "../protocol/wire";

interface Answers {
  handshake: pb.ProviderHandshakeResponse;
  checkConfig: pb.CheckResponse;
  diffConfig: pb.DiffResponse;
  configure: pb.ConfigureResponse;
  invoke: pb.InvokeResponse;
  construct: pb.ConstructResponse;
  cancel: Message;
  check: pb.CheckResponse;
  diff: pb.DiffResponse;
  create: pb.CreateResponse;
  update: pb.UpdateResponse;
  read: pb.ReadResponse;
  delete: Message;
}
type Reply<Name extends keyof Answers> = (error: ServiceError | null, response: Answers[Name]) => void;
/** One request to a provider. Rejects with the provider's error in the engine's form. */
export type Call = <Name extends keyof Answers>(name: Name, request: Message) => Promise<Answers[Name]>;

/** @param what the process, for the message about its death. */
export function openClient(proto: Proto, port: number, what: string) {
  const client = new proto.providerServices.ResourceProviderClient(
    `127.0.0.1:${port}`,
    proto.grpc.credentials.createInsecure(),
    channelOptions,
  );
  const call = callsBy(proto, what, (name, request, reply) => {
    (client[name].bind(client) as unknown as (request: Message, reply: Reply<typeof name>) => unknown)(request, reply);
  });
  return { call, hangUp: () => client.close() };
}

/** Sends one request to a provider and returns the answer. */
export type Carry = <Name extends keyof Answers>(name: Name, request: Message, reply: Reply<Name>) => void;

export const callsBy =
  (proto: Proto, what: string, carry: Carry): Call =>
  (name, request) =>
    new Promise((resolve, reject) => {
      carry(name, request, (error, response) => (error ? reject(hostError(proto, error, what)) : resolve(response)));
    });

export function verbsOver(proto: Proto, call: Call): ProviderVerbs<JsonMap> {
  const { provider: messages } = proto;
  return {
    check: async ({ seed, ...asked }) => {
      const request = filled(proto, new messages.CheckRequest(), { ...asked, randomseed: seed });
      return checkAnswer(await call("check", request));
    },
    diff: async ({ ignoreChanges, ...asked }) => {
      const request = filled(proto, new messages.DiffRequest(), { ...asked, ignorechangesList: ignoreChanges });
      return diffAnswer(proto, await call("diff", request));
    },
    create: async ({ inputs, ...asked }) => {
      const request = filled(proto, new messages.CreateRequest(), { ...asked, properties: inputs });
      const answer = await call("create", request);
      return { id: answer.getId(), outputs: fromStruct(answer.getProperties()) };
    },
    update: async ({ ignoreChanges, ...asked }) => {
      const request = filled(proto, new messages.UpdateRequest(), { ...asked, ignorechangesList: ignoreChanges });
      return { outputs: fromStruct((await call("update", request)).getProperties()) };
    },
    read: async ({ outputs, ...asked }) => {
      const request = filled(proto, new messages.ReadRequest(), { ...asked, properties: outputs });
      return readAnswer(await call("read", request));
    },
    delete: async ({ outputs, inputs, ...asked }) => {
      const members = { ...asked, properties: outputs, oldInputs: inputs };
      await call("delete", filled(proto, new messages.DeleteRequest(), members));
    },
  };
}

export const checkAnswer = (answer: pb.CheckResponse) => ({
  inputs: fromStruct(answer.getInputs()),
  failures: answer.getFailuresList().map(failureOf),
});

export const failureOf = (failure: pb.CheckFailure): CheckFailure => ({
  property: failure.getProperty(),
  reason: failure.getReason(),
});

export function readAnswer(answer: pb.ReadResponse) {
  const inputs = answer.hasInputs() ? fromStruct(answer.getInputs()) : undefined;
  return { id: answer.getId(), outputs: fromStruct(answer.getProperties()), inputs };
}

export function diffAnswer({ provider: messages }: Proto, answer: pb.DiffResponse): DiffAnswer {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  const changes = answer.getChanges();
  const detailed = new Map<string, PathChange>();
  answer.getDetaileddiffMap().forEach((path, name) => detailed.set(name, pathChange(messages, path)));
  return {
    changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
    replaces: answer.getReplacesList(),
    deleteBeforeReplace: answer.getDeletebeforereplace(),
    ...(answer.getDiffsList().length > 0 && { diffs: answer.getDiffsList() }),
    ...(answer.getHasdetaileddiff() && { detailed }),
  };
}

function pathChange({ PropertyDiff: { Kind } }: Proto["provider"], path: pb.PropertyDiff): PathChange {
  const kind = path.getKind();
  const replace = [Kind.ADD_REPLACE, Kind.DELETE_REPLACE, Kind.UPDATE_REPLACE].includes(kind);
  const isOfInputs = path.getInputdiff();
  if (kind === Kind.ADD || kind === Kind.ADD_REPLACE) return { kind: "add", replace, isOfInputs };
  if (kind === Kind.DELETE || kind === Kind.DELETE_REPLACE) return { kind: "delete", replace, isOfInputs };
  return { kind: "update", replace, isOfInputs };
}

/** The error of a provider: its message, or the half-made resource to keep. */
function hostError(proto: Proto, error: ServiceError, what: string): Error {
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
  const { UNAVAILABLE, CANCELLED, UNIMPLEMENTED } = proto.grpc.status;
  if (error.code === UNIMPLEMENTED) return Object.assign(new Error(error.details), { code: UNIMPLEMENTED });
  if (error.code === UNAVAILABLE || error.code === CANCELLED)
    return new EngineError(
      "provider",
      `error reading from server: EOF\nThe ${what} died; what it was doing may have been done.`,
    );
  return new Error(withAdvice(error.details || error.message));
}

/** Adds advice: if a package is only a transitive dependency, Node's message does not say where to add it. */
function withAdvice(message: string): string {
  const [, name] = /Cannot find module '((?:@[^/']+\/)?[^./'][^/']*)/.exec(message) ?? [];
  if (name === undefined) return message;
  return (
    `the provider needs the package ${name}, which cannot be found from the program's directory. Add ${name} to the ` +
    `dependencies of the program's own package.json, even where another package brings it along.\n${message}`
  );
}
