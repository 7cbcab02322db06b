import { ownMember } from "../../values/own-member";
import type { Provider, RawProvider, Traits } from "../protocol/provider-verbs";
import { InitFailed } from "../errors";
import { hasSecret, isMap, mapValues, type PropertyMap, Reference, Secret, type Value } from "../protocol/values";
import { type JsonMap, mapFromWire, mapToPlain, mapToWire } from "../protocol/wire";

const plainest: Traits = { secrets: false, resources: false, previews: false };

/**
 * Passes properties to a provider in its own form. One without support for secrets gets plain values, and values that were
 * secret become secret again in its answer.
 *
 * @param learn receives all values that may contain secrets.
 */
export function keepSecrets(raw: RawProvider, learn: (value: Value, asked?: Value) => void): Provider {
  const traits = raw.traits ?? plainest;
  const out = (properties: PropertyMap): JsonMap => mapToProvider(properties, traits);
  const back = (answer: JsonMap, asked: PropertyMap): PropertyMap => {
    const values = mapFromWire(answer);
    return traits.secrets ? values : annotate(values, asked);
  };
  const known = (answer: PropertyMap, asked?: PropertyMap): PropertyMap => {
    learn(answer, asked);
    return answer;
  };
  const opened = async <Answer>(work: Promise<Answer>, asked: PropertyMap): Promise<Answer> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof InitFailed)) throw error;
      const { id, properties, inputs, reasons } = error as InitFailed<JsonMap>;
      throw new InitFailed<PropertyMap>(id, back(properties, asked), inputs && back(inputs, asked), reasons);
    }
  };
  const provider: Provider = {
    close: () => raw.close(),
    check: async (call) => {
      const answer = await raw.check({ ...call, olds: out(call.olds), news: out(call.news) });
      return { ...answer, inputs: known(back(answer.inputs, call.news), call.news) };
    },
    diff: (call) => raw.diff({ ...call, olds: out(call.olds), oldInputs: out(call.oldInputs), news: out(call.news) }),
    create: async (call) => {
      if (call.preview && !traits.previews) return { id: "", outputs: call.inputs };
      const answer = await opened(raw.create({ ...call, inputs: out(call.inputs) }), call.inputs);
      return { id: answer.id, outputs: known(back(answer.outputs, call.inputs), call.inputs) };
    },
    update: async (call) => {
      if (call.preview && !traits.previews) return { outputs: call.news };
      const sent = { ...call, olds: out(call.olds), oldInputs: out(call.oldInputs), news: out(call.news) };
      const answer = await opened(raw.update(sent), call.news);
      return { outputs: known(back(answer.outputs, call.news), call.news) };
    },
    read: async (call) => {
      const answer = await raw.read({ ...call, outputs: out(call.outputs), inputs: out(call.inputs) });
      return {
        id: answer.id,
        outputs: known(back(answer.outputs, call.outputs), call.inputs),
        inputs: answer.inputs && back(answer.inputs, call.inputs),
      };
    },
    delete: (call) => raw.delete({ ...call, outputs: out(call.outputs), inputs: out(call.inputs) }),
  };
  const { import: importing, invoke, construct, diffConfig, cancel } = raw;
  if (construct)
    provider.construct = async (asked) => {
      const answer = await construct(asked);
      return { ...answer, outputs: known(mapFromWire(answer.outputs)) };
    };
  if (importing)
    provider.import = async (call) => {
      const { id, outputs, inputs } = await importing(call);
      return { id, outputs: known(back(outputs, {})), inputs: inputs && known(back(inputs, {})) };
    };
  if (invoke)
    provider.invoke = async (token, args, preview) => {
      const { outputs, failures } = await invoke(token, out(args), preview);
      const values = mapFromWire(outputs);
      // A result computed from a secret is secret, unless the provider marks secrets itself.
      const isSecret = !traits.secrets && hasSecret(args);
      return { outputs: known(isSecret ? mapValues(values, (value) => new Secret(value)) : values), failures };
    };
  if (diffConfig)
    provider.diffConfig = (call) =>
      diffConfig({
        ...call,
        olds: mapToPlain(call.olds),
        oldInputs: mapToPlain(call.oldInputs),
        news: mapToPlain(call.news),
      });
  if (cancel) provider.cancel = () => cancel();
  return provider;
}

/** A value with the envelopes that the provider supports. */
function mapToProvider(properties: PropertyMap, { secrets, resources }: Traits): JsonMap {
  if (!secrets) return mapToPlain(properties);
  return mapToWire(resources ? properties : mapValues(properties, withoutReferences));
}

function withoutReferences(value: Value): Value {
  if (value instanceof Reference) return value.id ?? value.urn;
  if (value instanceof Secret) return new Secret(withoutReferences(value.value));
  if (Array.isArray(value)) return value.map(withoutReferences);
  return isMap(value) ? mapValues(value, withoutReferences) : value;
}

/** Restores the secrecy of inputs in a provider's answer, member by member; an array is secret as a whole (pulumi-engine 3.3). */
export function annotate(answer: PropertyMap, asked: PropertyMap): PropertyMap {
  return mapValues(answer, (value, key) => annotateValue(value, ownMember(asked, key)));
}

function annotateValue(value: Value, asked: Value | undefined): Value {
  if (asked === undefined || value instanceof Secret) return value;
  if (isMap(value) && isMap(asked)) return annotate(value, asked);
  return hasSecret(asked) ? new Secret(value) : value;
}

/** Makes an output secret if `additionalSecretOutputs` names it or the input of the same name is secret. */
export function hideOutputs(outputs: PropertyMap, inputs: PropertyMap, named: readonly string[]): PropertyMap {
  return mapValues(outputs, (value, key) => {
    const hidden = named.includes(key) || ownMember(inputs, key) instanceof Secret;
    return hidden && !(value instanceof Secret) ? new Secret(value) : value;
  });
}
