import * as pulumi from "@pulumi/pulumi";
import { deletedWithLeaves } from "../provider/fleet/members";

/**
 * Refuses the option `deletedWith`. Only the options of the resource itself are seen here: what a component hands down, or a
 * transform adds, reaches the engine alone.
 *
 * @param what the objects that would stay.
 * @throws pulumi.RunError where the option is set.
 */
export function refuseDeletedWith(resource: string, what: string, options: pulumi.ResourceOptions | undefined): void {
  if (options?.deletedWith === undefined) return;
  throw new pulumi.RunError(deletedWithLeaves(resource, what));
}

/**
 * Refuses the options `replacementTrigger` and `replaceWith` where data is not to be lost. With them the engine makes the resource anew because of
 * something else that changed, which the provider refuses once it comes to that. Here the program hears of it from the start. Only the options of
 * the resource itself are seen: what a transform adds reaches the engine alone.
 *
 * @param dataLoss what the program says, or else what holds for the kind; undefined where the kind has no data.
 * @throws pulumi.RunError where one of the options is set.
 */
export function refuseUnaskedReplacement(
  kind: string,
  name: string,
  dataLoss: unknown,
  options: pulumi.ResourceOptions | undefined,
): void {
  if (dataLoss === undefined || dataLoss === "allow") return;
  for (const option of ["replacementTrigger", "replaceWith"] as const) {
    if (options?.[option] === undefined) continue;
    throw new pulumi.RunError(
      `${kind} ${name}: with the option \`${option}\` the ${kind} is replaced because of something else that changed, and its data would be lost, which ` +
        `\`dataLoss: "refuse"\` forbids. What to do: leave the option out; or, if the data may be lost, set ` +
        '`dataLoss: "allow"` as a plain text.',
    );
  }
}
