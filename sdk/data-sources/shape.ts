import { getOrMake } from "../../values/many";
import * as pulumi from "@pulumi/pulumi";

/** The declared members of a lenient answer: its type also allows any other. */
export type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** Arguments of an Output form: each may be an Output. */
export type Inputs<T> = { [K in keyof T]: pulumi.Input<T[K]> };

interface Container {
  readonly env?: Record<string, string> | undefined;
  readonly args?: string | undefined;
  readonly cmd?: string[] | undefined;
  readonly entrypoint?: string[] | undefined;
}

/**
 * What a container gets as environment and on its command line often holds tokens, and the platform does not say where.
 * These members are secret Outputs in every form of a result, so that neither a stack output nor an argument made from them
 * shows them; the others are as plain as the call.
 */
export type Concealed<T extends Container> = Omit<Known<T>, keyof Container> & {
  /** A secret; variables of the platform's making included, such as `JUPYTER_PASSWORD`. */
  readonly env: pulumi.Output<Record<string, string>>;
  /** Names of its environment variables, sorted. */
  readonly envNames: string[];
  /** A secret. */
  readonly args: pulumi.Output<string>;
  /** A secret; undefined where the platform tells none. */
  readonly cmd: pulumi.Output<string[] | undefined>;
  /** A secret; undefined where the platform tells none. */
  readonly entrypoint: pulumi.Output<string[] | undefined>;
};

/** The Outputs made of each answer; the same question gets the same Outputs. */
const known = new WeakMap<object, unknown>();

export const concealed = <T extends Container>(answer: T): Concealed<T> =>
  getOrMake(known, answer, () => conceal(answer)) as Concealed<T>;

function conceal<T extends Container>({ env = {}, args = "", cmd, entrypoint, ...rest }: T): Concealed<T> {
  return {
    ...rest,
    env: pulumi.secret(env),
    envNames: Object.keys(env).sort(),
    args: pulumi.secret(args),
    cmd: pulumi.secret(cmd),
    entrypoint: pulumi.secret(entrypoint),
  };
}
