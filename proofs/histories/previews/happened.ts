import { holdsCompute } from "../../../emulator/pods/lifecycle";
import type { StoredPod } from "../../../emulator/pods/record";
import type { ResourceState } from "../../../engine/state/resource-state";
import type { Effect } from "../../../provider/effects/effect";
import { collections } from "../../platform-objects";
import type { LivingKind as Kind } from "../../programs";
import type { Props } from "../../../provider/table/props";
import type { Account } from "../account";
import { valuesOf } from "../expected";
import { kindOfType } from "../host";
import type { Run } from "../run";
import type { World } from "../world";

/** An object in the platform's ledger. */
export interface Seen {
  readonly status?: string | undefined;
  /** Starts of its container that have come or are on their way. */
  readonly starts: number;
  /** Its pods that hold compute. */
  readonly running: number;
  /** USD; undefined of a kind that is charged by use. */
  readonly perHour: number | undefined;
  /** By the names of arguments. */
  readonly values: Props;
}

/** The platform's objects that the states name, at one moment. */
export type Ledger = ReadonlyMap<string, Seen>;

export const placeOf = (kind: string, id = ""): string => `${kind[0]?.toLowerCase()}${kind.slice(1)} ${id}`;
export const placeOfEntry = ({ type, id }: Pick<ResourceState, "type" | "id">): string => placeOf(kindOfType(type), id);

export function ledgerOf(
  { account }: Pick<World, "account">,
  places: Iterable<readonly [kind: Kind, id: string]>,
): Ledger {
  const found = [...places].flatMap(([kind, id]) => {
    const seen = seenIn(account, kind, id);
    return seen ? [[placeOf(kind, id), seen] as const] : [];
  });
  return new Map(found);
}

/** Every object of the account that a state may name. */
export const everything = ({ store }: Account): [Kind, string][] =>
  Object.entries(collections).flatMap(([kind, name]) =>
    [...store[name].values()].map((object) => [kind as Kind, (object as { id: string }).id] as [Kind, string]),
  );

function seenIn(account: Account, kind: Kind, id: string): Seen | undefined {
  const object = account.find(kind, id) as unknown as { status?: string; podIds?: readonly string[] } | undefined;
  if (!object) return undefined;
  const { store } = account;
  const pods = kind === "pod" ? [id] : kind === "cluster" ? (object.podIds ?? []) : [];
  const starting = ["PROVISIONING", "STARTING"].includes(object.status ?? "") ? 1 : 0;
  return {
    values: valuesOf(account, kind, id),
    status: object.status,
    running: pods.filter((each) => isRunning(store.pods.get(each))).length,
    starts: kind === "pod" ? (store.pods.get(id)?.boots ?? 0) + starting : 0,
    perHour: kind === "endpoint" ? undefined : pods.reduce((sum, each) => sum + rateOf(store.pods.get(each)), 0),
  };
}

/** Without storage, as list prices are. */
const rateOf = (pod: StoredPod | undefined): number => (isRunning(pod) ? pod!.ratePerHourUsd : 0);
const isRunning = (pod: StoredPod | undefined): boolean => pod !== undefined && holdsCompute(pod.status);

/** The outcome of an operation after its preview. */
export interface Happened {
  readonly before: readonly ResourceState[];
  readonly after: readonly ResourceState[];
  readonly was: Ledger;
  readonly is: Ledger;
  readonly run: Pick<Run, "deleted" | "made" | "sent">;
}

/** Outcomes that differ from this one as much as can be: nothing was done, all was deleted, all started, it was there, or all was changed. */
export function contradicting<
  H extends Happened & {
    readonly old?: string | undefined;
    readonly now?: string | undefined;
    readonly isDeletedFirst: boolean;
  },
>(told: H): H[] {
  const { was, is, old, now } = told;
  const idle = { deleted: [], made: new Set<string>(), sent: new Map<string, Set<string>>() };
  const [kind = "", id = ""] = old?.split(" ") ?? [];
  const deleted = [{ kind: kind as Kind, id, hasData: true }];
  const left = [...is].filter(([place]) => place !== old && place !== now);
  const begun = [...is].map(([place, seen]) => {
    return [
      place,
      { ...seen, status: "RUNNING", starts: seen.starts + 2, perHour: (seen.perHour ?? 0) + 100 },
    ] as const;
  });
  const there: Seen = { starts: 0, running: 0, perHour: 0, values: {} };
  const everything = Object.assign(new Set<string>(), { has: () => true });
  return [
    { ...told, is: was, now: old, run: idle, isDeletedFirst: false },
    { ...told, is: new Map(left), now: undefined, run: { ...idle, deleted } },
    { ...told, is: new Map(begun) },
    { ...told, before: [], was: new Map(was).set(old ?? "", there) },
    { ...told, run: { ...idle, sent: new Map([...was.keys()].map((place) => [place, everything])) } },
  ];
}

export const isDeleted = ({ run }: Happened, place: string): boolean =>
  run.deleted.some(({ kind, id }) => placeOf(kind, id) === place);

/** What these objects cost together. */
export const costOf = (ledger: Ledger, places: ReadonlySet<string>): number =>
  [...ledger].reduce((sum, [place, { perHour = 0 }]) => (places.has(place) ? sum + perHour : sum), 0);

/** Objects that a plan deletes. */
export const deletedBy = (effects: readonly Effect[]): Set<string> =>
  new Set(effects.flatMap(({ does, kind, id }) => (does === "delete" ? placeOf(kind, id) : [])));

/** No object is deleted without a plan saying so, except objects that the run itself created. */
export const untold = ({ deleted, made }: Happened["run"], told: ReadonlySet<string>): string[] =>
  deleted
    .filter(({ kind, id }) => !told.has(placeOf(kind, id)) && !made.has(id))
    .map(({ kind, id }) => `untold: ${placeOf(kind, id)} was deleted`);
