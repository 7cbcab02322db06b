import { ownMember } from "../../values/own-member";
import * as pulumi from "@pulumi/pulumi";
import { redact, textsIn } from "../../client/errors/redact";
import type { Inputs } from "./shape";

/** Asks with arguments that may be Outputs. The error of a failure quotes none of those that are secrets. */
export function asking<Args extends object, Answer>(
  args: Inputs<Args>,
  ask: (plain: Args) => Promise<Answer>,
): pulumi.Output<Answer> {
  const known = pulumi.output<unknown>(args) as pulumi.Output<Args>;
  return known.apply(async (plain) => {
    try {
      return await ask(plain);
    } catch (error) {
      hideIn(error, await secretsOf(args, plain));
      throw error;
    }
  });
}

/** The texts of those arguments that are secrets. */
async function secretsOf<Args extends object>(args: Inputs<Args>, plain: Args): Promise<string[]> {
  const isSecret = (value: unknown) => pulumi.isSecret(pulumi.output(value));
  if (pulumi.Output.isInstance(args)) return (await isSecret(args)) ? textsIn(plain) : [];
  const found = Object.entries(args).map(async ([name, value]) =>
    (await isSecret(value)) ? textsIn(plain[name as keyof Args]) : [],
  );
  return (await Promise.all(found)).flat();
}

/** In its message, in each of its members, and in its cause. */
function hideIn(error: unknown, secrets: readonly string[]): void {
  if (!(error instanceof Error) || secrets.length === 0) return;
  const hide = (value: unknown): unknown => (typeof value === "string" ? redact(value, secrets) : value);
  const said = error as unknown as Record<string, unknown>;
  for (const name of new Set(["message", "stack", ...Object.keys(said)])) {
    const value = ownMember(said, name);
    if (name === "code") continue;
    if (Array.isArray(value)) said[name] = value.map(hide);
    else if (typeof value === "string") said[name] = hide(value);
  }
  hideIn(error.cause, secrets);
}
