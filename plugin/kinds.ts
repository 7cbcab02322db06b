import { createProviders } from "../provider";
import type { Provider } from "../provider/lifecycle/provider";
import type { Resource } from "../provider/table/resource";
import { kinds } from "../provider/kinds";
import { type KindName, kindNames } from "../provider/kinds/names";
import type { HostContext } from "../provider/host/session";
import { exportNameOf } from "../provider/state/stored-provider";
import { dynamicType, pluginType } from "./names";

/** One kind in the plugin: its table, and the same verbs as for the dynamic provider host. */
export interface Served {
  readonly resource: Resource;
  readonly provider: Provider;
}

/**
 * The kinds of the plugin, by the schema's type and by the dynamic one. If a stack moves to the dynamic classes while a
 * replaced object waits for its deletion, the CLI renames that entry too, and the plugin deletes the object by a URN with
 * the dynamic type.
 */
export function serveKinds(context: HostContext): ReadonlyMap<string, Served> {
  const providers = createProviders(context);
  return new Map(
    kindNames.flatMap((name) => {
      const one = served(name, providers[exportNameOf(name)]);
      return [pluginType, dynamicType].map((typeOf) => [typeOf(name), one] as const);
    }),
  );
}

const served = (name: KindName, provider: Provider): Served => ({
  /** Loaded on first use, because most stacks have only a few kinds. */
  get resource() {
    return kinds[name].resource;
  },
  provider,
});
