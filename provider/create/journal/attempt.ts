import * as z from "zod";

/**
 * One create, from just before its first POST until the engine has the id: what must outlive a crash to find the object again. Of
 * arguments it holds keyed digests; names and ids are no secrets.
 */
export const Attempt = z.object({
  /** Random. It names the journal's entry, and is the salt of the entry's keys (`seal.ts`). */
  id: z.string().max(64),
  kind: z.string(),
  /** Which resource of which stack asked, see `state/identity.ts`. */
  key: z.string(),
  /** Which stack of which project, see `state/identity.ts`. */
  stack: z.string().optional(),
  /** Which backend holds that stack, see `backend.ts`: another stack may have its name. */
  backend: z.string().optional(),
  /** A digest of the platform's address that it was sent to. */
  address: z.string().optional(),
  /** The name sent to the platform. */
  name: z.string(),
  /** The name that the object is to have in the end. */
  wanted: z.string().optional(),
  /** The name sent ends in random characters of ours, so that nobody else makes an object of that name. */
  isMarked: z.boolean(),
  /** Nothing is charged for what it makes. */
  isFree: z.literal(true).optional(),
  /** No list shows what it makes: as long as the id is not known, nobody can tell whether there is anything. */
  isUnlisted: z.literal(true).optional(),
  /** A keyed digest of each argument that the program declared. */
  asked: z.record(z.string(), z.string()).optional(),
  /** Keyed digests of the names of the environment variables that the program declared. */
  variables: z.array(z.string()).optional(),
  /** Milliseconds since the epoch, our clock, just before the last POST. */
  startedAt: z.number().min(0).max(8.64e15),
  /** The process that is busy with the attempt, with the address of the engine that started it. */
  owner: z.object({ pid: z.number(), startedAt: z.string(), engine: z.string().optional() }).optional(),
  /** The id that the platform gave, once known. */
  made: z.string().optional(),
  /** The creation time that the platform gave with it, for kinds that have one. */
  madeAt: z.string().optional(),
  /** The engine was handed its object: a state has that, unless none could be written. */
  isHanded: z.literal(true).optional(),
});
export type Attempt = z.infer<typeof Attempt>;

/** What is asked for, and for which resource: the part of an attempt that is known before there is one. */
const Asking = Attempt.pick({
  kind: true,
  key: true,
  stack: true,
  name: true,
  wanted: true,
  isMarked: true,
  isFree: true,
  isUnlisted: true,
});
export type Asking = z.infer<typeof Asking>;

/** The attempt that is about to be sent. */
export const attemptAt = (asking: Asking, about: Pick<Attempt, "id" | "backend" | "owner" | "startedAt">): Attempt => ({
  ...Asking.parse(asking),
  ...about,
});

/** An attempt as it was read. Runs act upon one that is vouched for, and was sent to their address. */
export interface Noted extends Attempt {
  /** This very API key wrote it. Any other entry was written with another key, or forged. */
  readonly isVouched: boolean;
  /** It was sent to another address. */
  readonly isElsewhere: boolean;
}

/** Nobody can tell whether it made anything. */
export const isUntraceable = ({ isUnlisted, made }: Attempt): boolean => isUnlisted === true && made === undefined;

/** What lists show of any kind; volumes and credentials carry no creation time. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}
