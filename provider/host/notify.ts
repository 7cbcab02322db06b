/**
 * Says something to the person who runs the program, beside what the provider answers. Never a value that may be secret.
 * Settles when it is said, or when it can't be; it never fails.
 */
export interface Notify {
  warn(message: string): Promise<void>;
  info(message: string): Promise<void>;
}

export const silent: Notify = { warn: () => Promise.resolve(), info: () => Promise.resolve() };
