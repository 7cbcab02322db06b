import type { Endpoint, Group } from "../../api/endpoint";
import type { Routes } from "./route";
import { Refusal } from "./refusal";

/** Statuses that v1 publishes no use for; it says 400 instead (O-4, O-24 to O-26). */
const unpublished = [409, 413, 422];

/** Runs what v2 would do, with v1's statuses. */
export function asV1<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal) || !unpublished.includes(error.status)) throw error;
    throw new Refusal(400, error.detail, error.errors);
  }
}

/** The same routes with every refusal as v1 puts it. */
export function v1Routes<G extends Group>(routes: Routes<G>): Routes<G> {
  const entries = Object.entries(routes as Record<string, (context: unknown) => unknown>);
  return Object.fromEntries(
    entries.map(([name, handler]) => [name, (context: unknown) => asV1(() => handler(context))]),
  ) as unknown as Routes<G>;
}

/** `POST /{kind}/{id}/update`, a synonym of PATCH (O-5). */
export function updateSynonym<E extends Endpoint>(update: E): E {
  return { ...update, method: "POST", path: `${update.path}/update` };
}
