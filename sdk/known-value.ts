import type * as pulumi from "@pulumi/pulumi";

/** What Pulumi's Outputs have besides their public face. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  readonly promise: () => Promise<T>;
}

/** Whether a preview knows the value. */
export const isKnown = (output: pulumi.Output<unknown>): Promise<boolean> =>
  (output as unknown as Inside<unknown>).isKnown;

/** The value of an Output; undefined while a preview cannot know it. */
export async function knownValue<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  return (await isKnown(output)) ? (output as unknown as Inside<T>).promise() : undefined;
}
