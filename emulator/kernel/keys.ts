import type { Method, Surface } from "../../api/endpoint";
import { choices } from "./choices";
import { accessDenied, Refusal } from "./refusal";
import type { Quotas } from "./rate-limit";

export type Access = "none" | "read-only" | "read-write";

/** A restricted key: access per interface, and optionally only these serverless endpoints. */
export interface Restriction {
  /** v2 and v1 management. */
  readonly api: Access;
  readonly queue: Access;
  /** Ids of the only serverless endpoints the key may use. */
  readonly endpoints?: readonly string[];
}

/** The permissions of a key. */
export type Grant = "all" | "read-only" | "none" | Restriction;

export interface KeyRecord {
  readonly key: string;
  readonly grant: Grant;
  /** The user that the key belongs to. Rate limits count per user. */
  readonly user: string;
  /** Quotas for this key alone, which is then counted separately from the user's other keys. */
  readonly quota?: Partial<Quotas>;
  /** Whether the key is expired, disabled or deleted. The caller can't tell which. */
  readonly disabled?: boolean;
}

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
