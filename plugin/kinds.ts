import { createProviders } from "../provider";
import type { Provider } from "../provider/lifecycle/provider";
import type { Identified } from "../provider/kinds/operations";
import type { Resource } from "../provider/table/resource";
import { resources } from "../provider/kinds";
import type { Surroundings } from "../provider/host/session";
import { entryOf } from "../provider/state/stored-provider";
import { pluginType } from "./names";

/** One kind as the plugin serves it: its table, and the verbs that the dynamic provider host calls too. */
export interface Served {
  readonly resource: Resource;
  readonly provider: Provider<Identified>;
}

/** Everything that the plugin knows of kinds: by the type of the schema. */
export function serveKinds(surroundings: Surroundings): ReadonlyMap<string, Served> {
  const providers = createProviders(surroundings);
  return new Map(
    resources.map((resource) => [pluginType(resource.kind), { resource, provider: providers[entryOf(resource.kind)] }]),
  );
}
