import { type Hooks, waitSentence } from "../../client/http/hooks";

/**
 * Says something to the person who runs the program, beside what the provider answers. Never a value that may be secret.
 * Settles when it is said, or when it can't be; it never fails.
 */
export interface Notify {
  /** @param urn of the resource beside which it is shown; left out, it is shown beside the stack. */
  warn(message: string, urn?: string): Promise<void>;
  info(message: string, urn?: string): Promise<void>;
  /** Says how something goes; the engine shows the last of it while it goes on. Left out where nobody looks meanwhile. */
  status?(message: string, urn?: string): Promise<void>;
  /** Hands facts of a resource's step to a program that shows it. Nobody reads them as they are. */
  note?(facts: object, urn: string): Promise<void>;
}

/** Says how long requests wait for the rate limit, and why. */
export const sayingWaits = (notify: Notify): Hooks => ({
  onWait: (event) => void notify.status?.(waitSentence(event)),
});

export const silent: Notify = { warn: () => Promise.resolve(), info: () => Promise.resolve() };
