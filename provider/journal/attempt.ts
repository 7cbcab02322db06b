import * as z from "zod";

/** The record of one create, by which its object is found after a crash. Of arguments it contains only keyed digests. */
export const Attempt = z.object({
  /** A random id that names the journal's entry and salts the entry's keys (`seal.ts`). */
  id: z.string().max(64),
  kind: z.string(),
  /** The resource and its stack, see `state/identity.ts`. */
  key: z.string(),
  /** The stack and its project, see `state/identity.ts`. */
  stack: z.string().optional(),
  /** The backend of that stack (`backend.ts`), because another backend may have a stack of the same name. */
  backend: z.string().optional(),
  /** A digest of the platform's address to which the create was sent. */
  address: z.string().optional(),
  /** The name sent to the platform. */
  name: z.string(),
  /** The object's final name. */
  wanted: z.string().optional(),
  /** The name sent ends in our random characters, so nobody else creates an object with that name. */
  isMarked: z.boolean(),
  isFree: z.literal(true).optional(),
  /** No list shows the object: until its id is known, nobody can tell whether it exists. */
  isUnlisted: z.literal(true).optional(),
  /** A keyed digest of each argument that the program declared. */
  asked: z.record(z.string(), z.string()).optional(),
  /** Keyed digests of the names of the environment variables that the program declared. */
  variables: z.array(z.string()).optional(),
  /** The time just before the last POST: milliseconds since the epoch, by our clock. */
  startedAt: z.number().min(0).max(8.64e15),
  /** The process that is busy with the attempt, and the address of the engine that started it. */
  owner: z.object({ pid: z.number(), startedAt: z.string(), engine: z.string().optional() }).optional(),
  made: z.string().optional(),
  /** The object's creation time according to the platform, for kinds that have one. */
  madeAt: z.string().optional(),
  /** The object was handed over to the engine: it is in a state unless none could be written. */
  isHanded: z.literal(true).optional(),
});
export type Attempt = z.infer<typeof Attempt>;

/** The part of an attempt that is known beforehand: the request and its resource. */
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

export const attemptAt = (asking: Asking, about: Pick<Attempt, "id" | "backend" | "owner" | "startedAt">): Attempt => ({
  ...Asking.parse(asking),
  ...about,
});

/** An attempt read from the journal. Runs act only on those signed with their key and sent to their address. */
export interface Noted extends Attempt {
  /** The current API key signed it. Otherwise it was written with another key, or forged. */
  readonly isVouched: boolean;
  /** It was sent to another address. */
  readonly isElsewhere: boolean;
}

/** Tells whether nobody can find out if the attempt made anything. */
export const isUntraceable = ({ isUnlisted, made }: Attempt): boolean => isUnlisted === true && made === undefined;
