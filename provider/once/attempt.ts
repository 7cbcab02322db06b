import * as z from "zod";

/**
 * One create, from just before its first POST until the engine has the id: what must outlive a crash to find the
 * object again. It holds no input values: the body is a keyed digest, and ids and names are no secrets.
 */
export const Attempt = z.object({
  /** Ours, random; names the journal entry. */
  id: z.string(),
  kind: z.string(),
  /** Which resource of which stack asked, see `identity.ts`. */
  key: z.string(),
  /** The name asked for. */
  name: z.string(),
  /** The name ends in chance of ours: nobody else makes an object of that name, so it is a marker. */
  isMarked: z.boolean(),
  /** Keyed digest of the request body without its name. */
  fingerprint: z.string(),
  /** Keyed digest of the API key, so that "not found" under another account is told apart from "never made". */
  account: z.string(),
  /** Milliseconds since the epoch, our clock, just before the last POST. */
  startedAt: z.number(),
  /** Ids that bore the asked name before the attempt: never ours. */
  known: z.array(z.string()),
  /** Latest creation time, by the platform's own clock, that we had seen before the attempt. */
  since: z.string().optional(),
  /** The process that is busy with the attempt, unless it has given up on it. */
  owner: z.object({ pid: z.number(), startedAt: z.string() }).optional(),
  /** The id that the platform gave, once known. */
  made: z.string().optional(),
});
export type Attempt = z.infer<typeof Attempt>;

/** What lists show of any kind; volumes and credentials carry no creation time. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
}
