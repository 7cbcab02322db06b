import { createProviders } from "../provider";
import type { Provider } from "../provider/lifecycle/provider";
import type { Resource } from "../provider/table/resource";
import { kinds } from "../provider/kinds";
import { type KindName, kindNames } from "../provider/kinds/names";
import type { HostContext } from "../provider/host/session";
import { exportNameOf } from "../provider/state/stored-provider";
import { dynamicType, pluginType } from "./names";

/** One kind as the plugin serves it: its table, and the verbs that the dynamic provider host calls too. */
export interface Served {
  readonly resource: Resource;
  readonly provider: Provider;
}

/**
 * Everything that the plugin knows of kinds: by the type of the schema, and by the dynamic one. Where a stack moves to the
 * dynamic classes while a replaced object still waits for its deletion, the CLI renames that entry too: from then on the
 * plugin, which still deletes the object, gets a URN with the type of the dynamic class.
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
  /** Asked for when the kind is: most stacks have a few of them. */
  get resource() {
    return kinds[name].resource;
  },
  provider,
});
