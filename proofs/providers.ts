import type { Client } from "../client";
import { InitFailed } from "../engine/errors";
import type { Provider as EngineProvider } from "../engine/protocol/provider-verbs";
import { keepSecrets } from "../engine/hosts/keep-secrets";
import { type PropertyMap, Secret } from "../engine/protocol/values";
import { mapFromWire, mapToPlain } from "../engine/protocol/wire";
import { pluginType } from "../plugin/names";
import { createProviders } from "../provider";
import { kinds } from "../provider/kinds";
import { type KindName, kindNames } from "../provider/kinds/names";
import type { HostContext } from "../provider/host/session";
import type { Settings } from "../provider/host/settings";
import { hidden } from "../provider/state/state";
import { exportNameOf } from "../provider/state/stored-provider";
import type { Props } from "../provider/table/props";
import type { Resource } from "../provider/table/resource";
import { launchPlugin, type Mode } from "./plugin";

/** A provider as proofs use it, in plain values. */
export interface ProofProvider {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: readonly { readonly reason: string }[] }>;
  diff(id: string, olds: Props, news: Props): Promise<{ changes: boolean; replaces: readonly string[] }>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, outputs: Props, inputs?: Props): Promise<{ id: string; props: Props; inputs?: Props | undefined }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, outputs: Props): Promise<void>;
}

export type ProofContext = Omit<HostContext, "connect"> & {
  readonly connect: (settings: Settings) => Client;
};

type ProofProviders = { readonly [N in KindName as Uncapitalize<N>]: ProofProvider };

/** The providers of one process, as the host of dynamic ones has them or through the plugin's protocol. */
export function providersOf(mode: Mode, context: ProofContext): ProofProviders {
  if (mode === "dynamic") return createProviders(context);
  const started = launchPlugin(context).then(async (plugin) => {
    const type = "pulumi:providers:compute";
    const about = { urn: `urn:pulumi:dev::prove::${type}::default`, id: "default", type, args: {}, plainArgs: {} };
    return keepSecrets(await plugin.configure(about), () => undefined);
  });
  started.catch(() => undefined); // whoever asks gets the error
  const of = (kind: KindName) => [exportNameOf(kind), throughPlugin(kinds[kind].resource, started)] as const;
  return Object.fromEntries(kindNames.map(of)) as ProofProviders;
}

/** Members that the classes hand to a dynamic provider, and the engine tells the plugin in a URN. */
const handedOver: readonly string[] = [hidden.provider, hidden.key, hidden.stack, hidden.stackName, hidden.logicalName];

/** One kind through the engine's client of plugins. The proofs have the logical name among the properties. */
function throughPlugin(resource: Resource, started: Promise<EngineProvider>): ProofProvider {
  const type = pluginType(resource.kind);
  const targetOf = (props: Props) => {
    const name = String(props[hidden.logicalName]);
    return { urn: `urn:pulumi:dev::prove::${type}::${name}`, type, name };
  };
  const facts = { ...resource.inputs, ...resource.outputs };
  const isAlwaysSecret = (name: string) => facts[name]?.secret === true;
  const sealed = (props: Props): PropertyMap => {
    const map = mapFromWire(JSON.parse(JSON.stringify(props)) as Parameters<typeof mapFromWire>[0]);
    const members = Object.entries(map).filter(([name]) => !handedOver.includes(name));
    const isSecret = (name: string) => isAlwaysSecret(name) || resource.inputs[name]?.sensitive === true;
    return Object.fromEntries(
      members.map(([name, value]) => [name, isSecret(name) && value !== null ? new Secret(value) : value]),
    );
  };
  const opened = (map: PropertyMap, of: Props): Props => {
    for (const [name, value] of Object.entries(map))
      if (isAlwaysSecret(name) && value !== null && !(value instanceof Secret))
        throw new Error(`the plugin answers ${name} of ${resource.kind} in clear`);
    return { ...mapToPlain(map), [hidden.logicalName]: of[hidden.logicalName] };
  };
  return {
    check: async (olds, news) => {
      const call = { ...targetOf(news), olds: sealed(olds), news: sealed(news), seed: Buffer.alloc(0) };
      const { inputs, failures } = await (await started).check(call);
      return { inputs: opened(inputs, news), failures };
    },
    diff: async (id, olds, news) => {
      const states = { olds: sealed(olds), oldInputs: sealed(news), news: sealed(news) };
      const { changes, replaces } = await (await started).diff({ ...targetOf(news), id, ...states, ignoreChanges: [] });
      return { changes: changes === "some", replaces };
    },
    create: async (inputs) => {
      const call = { ...targetOf(inputs), inputs: sealed(inputs), timeout: 0, preview: false };
      const { id, outputs } = await (await started).create(call).catch((error: unknown) => {
        if (!(error instanceof InitFailed)) throw error;
        // As a dynamic provider throws it.
        const properties = opened(error.properties as PropertyMap, inputs);
        throw Object.assign(new Error(error.message), { code: "initialization", id: error.id, properties });
      });
      return { id, outs: opened(outputs, inputs) };
    },
    read: async (id, outputs, inputs = {}) => {
      const call = { ...targetOf(outputs), id, outputs: sealed(outputs), inputs: sealed(inputs), timeout: 0 };
      const found = await (await started).read(call);
      return {
        id: found.id,
        props: opened(found.outputs, outputs),
        inputs: found.inputs && opened(found.inputs, outputs),
      };
    },
    update: async (id, olds, news) => {
      const states = { olds: sealed(olds), oldInputs: sealed(news), news: sealed(news) };
      const call = { ...targetOf(news), id, ...states, ignoreChanges: [], timeout: 0, preview: false };
      return { outs: opened((await (await started).update(call)).outputs, news) };
    },
    delete: async (id, outputs) => {
      const call = { ...targetOf(outputs), id, outputs: sealed(outputs), inputs: {}, timeout: 0 };
      await (await started).delete(call);
    },
  };
}
