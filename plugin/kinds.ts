import { createProviders } from "../provider";
import type { Provider } from "../provider/lifecycle/provider";
import type { Identified } from "../provider/kinds/operations";
import type { Resource } from "../provider/table/resource";
import { resources } from "../provider/kinds";
import type { HostContext } from "../provider/host/session";
import { entryOf } from "../provider/state/stored-provider";
import { pluginType } from "./names";

/** One kind as the plugin serves it: its table, and the verbs that the dynamic provider host calls too. */
export interface Served {
  readonly resource: Resource;
  readonly provider: Provider<Identified>;
}

/** Everything that the plugin knows of kinds: by the type of the schema. */
export function serveKinds(context: HostContext): ReadonlyMap<string, Served> {
  const providers = createProviders(context);
  return new Map(
    resources.map((resource) => [pluginType(resource.kind), { resource, provider: providers[entryOf(resource.kind)] }]),
  );
}
