import { ownMember } from "../../values/own-member";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../project/config";
import { EngineError } from "../errors";
import { annotate } from "./keep-secrets";
import type { Provider } from "../protocol/provider-verbs";
import type { ProviderPool } from "./provider-pool";
import { isDynamicType, packageOf } from "../protocol/urn";
import { internal, type PropertyMap, Secret, settingsOf, unknown } from "../protocol/values";
import { mapFromWire, mapToPlain, mapToWire } from "../protocol/wire";

/** The inputs of a default provider (pulumi-engine 4): all settings for dynamic resources, those of its namespace otherwise. */
export function defaultInputs(config: Config, type: string): PropertyMap {
  const all = [...config].map(([key, { value, secret }]) => [key, secret ? new Secret(value) : value] as const);
  if (isDynamicType(type)) return Object.fromEntries(all);
  const prefix = `${packageOf(type)}:`;
  const own = all.filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** The provider of providers: as resources they are checked, compared and created like any other, and the object is a process. */
export function createProviderResources(pool: ProviderPool, uuid: () => string): Provider {
  const never = async (): Promise<never> => {
    throw new EngineError("provider", "a provider cannot be read");
  };
  return {
    close: async () => undefined,
    check: async ({ urn, olds, news }) => {
      const provider = await pool.fresh(urn, news);
      const asked = settingsOf(news);
      const answer = await provider.checkConfig({ urn, olds: mapToPlain(settingsOf(olds)), news: mapToPlain(asked) });
      const kept = Object.fromEntries(
        [internal, "version"].flatMap((key) => (Object.hasOwn(news, key) ? [[key, ownMember(news, key)!]] : [])),
      );
      return { inputs: { ...annotate(mapFromWire(answer.inputs), asked), ...kept }, failures: answer.failures };
    },
    diff: async ({ urn, olds, oldInputs, news, ignoreChanges }) => {
      const provider = await pool.fresh(urn, news);
      const asked = settingsOf(news);
      const answer = await provider.diffConfig({
        urn,
        ignoreChanges,
        olds: mapToPlain(olds),
        news: mapToPlain(asked),
        oldInputs: mapToPlain(settingsOf(oldInputs)),
      });
      if (answer.changes !== "unknown") return answer;
      const isSame = isDeepStrictEqual(mapToWire(olds), mapToWire(asked));
      return { ...answer, changes: isSame ? "none" : "some" };
    },
    create: async ({ urn, inputs, preview }) => {
      const id = preview ? unknown : uuid();
      await pool.get({ urn, id, inputs });
      return { id, outputs: settingsOf(inputs) };
    },
    update: async ({ urn, id, news }) => {
      await pool.get({ urn, id, inputs: news });
      return { outputs: settingsOf(news) };
    },
    delete: async () => undefined,
    read: never,
  };
}
