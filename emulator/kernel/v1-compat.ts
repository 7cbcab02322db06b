import type { Endpoint, Group } from "../../api/endpoint";
import { Refusal } from "./refusal";
import { operations, type MountOptions, type Operations, type Routes } from "./route";

/** Statuses that v1 publishes no use for; it says 400 instead (O-4, O-24 to O-26). */
const unpublished = [409, 413, 422];

/** Runs a v2 operation with v1's statuses. */
function asV1<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal) || !unpublished.includes(error.status)) throw error;
    throw new Refusal(400, error.detail, error.errors);
  }
}

/** A group of v1: every refusal as v1 puts it, and `POST /{kind}/{id}/update` as a synonym of its PATCH (O-5). */
export function v1Operations<G extends Group>(group: G, routes: Routes<G>, options: MountOptions<G> = {}): Operations {
  const v2 = operations(group, routes, options);
  const handlers = Object.fromEntries(
    Object.entries(v2.routes).map(([name, handler]) => [
      name,
      (context: Parameters<typeof handler>[0]) => asV1(() => handler(context)),
    ]),
  );
  const { update } = group;
  if (!update) return { ...v2, routes: handlers };
  return {
    ...v2,
    group: { ...group, updateByPost: updateSynonym(update) },
    routes: { ...handlers, updateByPost: handlers.update as (typeof handlers)[string] },
  };
}

export const updateSynonym = (update: Endpoint): Endpoint => ({
  ...update,
  method: "POST",
  path: `${update.path}/update`,
});

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that a request named. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
