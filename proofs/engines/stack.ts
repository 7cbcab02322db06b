export const project = "lives";
export const stackName = "dev";
export const passphrase = "correct horse";

/** An engine's report of an operation. */
export interface Told {
  readonly result: string;
  /** Each step as `op URN`, with the differences that it is shown with, and how it ended. */
  readonly steps: readonly string[];
  /** For people: why it failed. */
  readonly errors: readonly string[];
}
