import type * as pulumi from "@pulumi/pulumi";

/** The declared members of a lenient answer: its type also allows any other. */
export type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** Arguments of an Output form: each may be an Output. */
export type Inputs<T> = { [K in keyof T]: pulumi.Input<T[K]> };

/**
 * What a container gets as environment often holds secrets, and the platform does not say which. Its values are not part
 * of a result, which may end as a plain stack output; `getPodEnvOutput` has them as a secret.
 */
export type WithoutEnv<T> = Omit<Known<T>, "env"> & {
  /** Names of its environment variables, sorted. */
  readonly envNames: string[];
};

export function withoutEnv<T extends { env: Record<string, string> }>({ env, ...rest }: T): WithoutEnv<T> {
  return { ...rest, envNames: Object.keys(env).sort() };
}
