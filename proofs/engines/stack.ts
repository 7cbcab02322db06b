export const project = "lives";
export const stackName = "dev";
export const passphrase = "correct horse";

/** An engine's report of an operation. */
export interface Told {
  readonly result: string;
  /** Each step as `op URN`, with its displayed differences and its outcome. */
  readonly steps: readonly string[];
  /** For people: why it failed. */
  readonly errors: readonly string[];
}
