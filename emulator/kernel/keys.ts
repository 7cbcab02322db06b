import * as z from "zod";
import type { Method, Surface } from "../../api/endpoint";
import { ShortText } from "./bounds";
import { choices } from "./choices";
import { accessDenied, Refusal } from "./refusal";
import { Quotas } from "./rate-limit";

const Access = z.enum(["none", "read-only", "read-write"]);
type Access = z.output<typeof Access>;

/** The permissions of a key, for all or for each interface. `endpoints` are the ids of the only endpoints that it may use. */
const Grant = z.union([
  z.enum(["all", "read-only", "none"]),
  z.strictObject({ api: Access, queue: Access, endpoints: z.array(ShortText).max(10_000).readonly().optional() }),
]);
export type Grant = z.output<typeof Grant>;

export const KeyRecord = z.strictObject({
  key: ShortText.min(1),
  grant: Grant,
  /** The user that the key belongs to. Rate limits count per user. */
  user: ShortText.min(1),
  /** Quotas for this key alone, which is then counted separately from the user's other keys. */
  quota: Quotas.partial().optional(),
  /** Whether the key is expired, disabled or deleted. The caller can't tell which. */
  disabled: z.boolean().optional(),
});
export type KeyRecord = Readonly<z.output<typeof KeyRecord>>;

/** The user every key belongs to unless it says otherwise. */
export const defaultUser = "owner";

export class KeyRing {
  private readonly keys = new Map<string, KeyRecord>();

  set(record: KeyRecord): void {
    this.keys.set(record.key, record);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  delete(key: string): boolean {
    return this.keys.delete(key);
  }

  /** The key that a request carries. The queue also takes it without `Bearer`. */
  authenticate(surface: Surface, authorization: string | undefined): KeyRecord {
    if (!authorization) throw new Refusal(401, "missing bearer token");
    const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const key = bearer ?? (surface === "queue" ? authorization : "");
    const record = this.keys.get(key);
    if (!record || record.disabled) throw new Refusal(401, choices.invalidToken);
    return record;
  }

  dump(): KeyRecord[] {
    return [...this.keys.values()];
  }

  load(records: readonly KeyRecord[]): void {
    this.keys.clear();
    for (const record of records) this.set(record);
  }
}

/** 403 unless the grant covers the method on the surface. Only GET reads. */
export function checkPermission({ grant }: KeyRecord, surface: Surface, method: Method, endpointId?: string): void {
  const access = accessOf(grant, surface);
  if (access === "none" || (access === "read-only" && method !== "GET")) throw accessDenied();
  if (endpointId !== undefined && !reachesEndpoint({ grant }, endpointId)) throw accessDenied();
}

/** Whether a key narrowed to some serverless endpoints may use this one; lists leave the others out. */
export function reachesEndpoint({ grant }: Pick<KeyRecord, "grant">, endpointId: string): boolean {
  return typeof grant !== "object" || (grant.endpoints?.includes(endpointId) ?? true);
}

function accessOf(grant: Grant, surface: Surface): Access {
  if (typeof grant === "object") return surface === "queue" ? grant.queue : grant.api;
  return grant === "all" ? "read-write" : grant;
}
