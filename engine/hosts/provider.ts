import { annotate } from "./annotate";
import { InitFailed } from "../errors";
import type { PropertyMap, Value } from "../protocol/values";
import { type JsonMap, mapFromWire, mapToPlain } from "../protocol/wire";

export interface Target {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

export interface CheckFailure {
  /** Empty when no one property is at fault. */
  readonly property: string;
  readonly reason: string;
}

export interface DiffAnswer {
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/**
 * The provider verbs, over whatever kind of properties. Towards the host they are plain JSON; the engine works with
 * `PropertyMap`s, so with secrets in place. `create` and `update` may throw `InitFailed`.
 */
export interface ProviderVerbs<Properties> {
  check(
    call: Target & { olds: Properties; news: Properties; seed: Buffer },
  ): Promise<{ inputs: Properties; failures: readonly CheckFailure[] }>;
  diff(
    call: Target & {
      id: string;
      olds: Properties;
      oldInputs: Properties;
      news: Properties;
      ignoreChanges: readonly string[];
    },
  ): Promise<DiffAnswer>;
  create(call: Target & { inputs: Properties; timeout: number }): Promise<{ id: string; outputs: Properties }>;
  update(
    call: Target & {
      id: string;
      olds: Properties;
      oldInputs: Properties;
      news: Properties;
      ignoreChanges: readonly string[];
      timeout: number;
    },
  ): Promise<{ outputs: Properties }>;
  /** An empty id says that the object is gone. */
  read(
    call: Target & { id: string; outputs: Properties; inputs: Properties; timeout: number },
  ): Promise<{ id: string; outputs: Properties; inputs: Properties | undefined }>;
  delete(call: Target & { id: string; outputs: Properties; inputs: Properties; timeout: number }): Promise<void>;
}

export type RawProvider = ProviderVerbs<JsonMap> & { close(): Promise<void> };
export type Provider = ProviderVerbs<PropertyMap> & { close(): Promise<void> };

/**
 * Strips secrets on the way to the provider and puts them back on what it answers.
 *
 * @param learn is told all values that may hold secrets.
 */
export function keepSecrets(raw: RawProvider, learn: (value: Value) => void): Provider {
  const known = (answer: PropertyMap): PropertyMap => {
    learn(answer);
    return answer;
  };
  const opened = async <Answer>(work: Promise<Answer>, asked: PropertyMap): Promise<Answer> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof InitFailed)) throw error;
      const failed = error as InitFailed<JsonMap>;
      throw new InitFailed<PropertyMap>(
        failed.id,
        annotate(mapFromWire(failed.properties), asked),
        failed.inputs && annotate(mapFromWire(failed.inputs), asked),
        failed.reasons,
      );
    }
  };
  return {
    close: () => raw.close(),
    check: async (call) => {
      const answer = await raw.check({ ...call, olds: mapToPlain(call.olds), news: mapToPlain(call.news) });
      return { ...answer, inputs: annotate(mapFromWire(answer.inputs), call.news) };
    },
    diff: (call) =>
      raw.diff({
        ...call,
        olds: mapToPlain(call.olds),
        oldInputs: mapToPlain(call.oldInputs),
        news: mapToPlain(call.news),
      }),
    create: async (call) => {
      const answer = await opened(raw.create({ ...call, inputs: mapToPlain(call.inputs) }), call.inputs);
      return { id: answer.id, outputs: known(annotate(mapFromWire(answer.outputs), call.inputs)) };
    },
    update: async (call) => {
      const plain = {
        ...call,
        olds: mapToPlain(call.olds),
        oldInputs: mapToPlain(call.oldInputs),
        news: mapToPlain(call.news),
      };
      const answer = await opened(raw.update(plain), call.news);
      return { outputs: known(annotate(mapFromWire(answer.outputs), call.news)) };
    },
    read: async (call) => {
      const plain = { ...call, outputs: mapToPlain(call.outputs), inputs: mapToPlain(call.inputs) };
      const answer = await raw.read(plain);
      return {
        id: answer.id,
        outputs: known(annotate(mapFromWire(answer.outputs), call.outputs)),
        inputs: answer.inputs && annotate(mapFromWire(answer.inputs), call.inputs),
      };
    },
    delete: (call) => raw.delete({ ...call, outputs: mapToPlain(call.outputs), inputs: mapToPlain(call.inputs) }),
  };
}
