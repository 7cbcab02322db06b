import * as pulumi from "@pulumi/pulumi";
import { sshKeys } from "../../client/queries/account";
import { once } from "./connection";

/**
 * The account's public SSH keys, one authorized_keys line each: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const keys = compute.getSshKeysOutput();
 * export const howMany = keys.apply((all) => all.length);
 * ```
 */
export const getSshKeys = (): Promise<string[]> => sshKeys(once);

/**
 * As {@link getSshKeys}; arguments may be Outputs, and so is the answer.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const keys = compute.getSshKeysOutput();
 * export const howMany = keys.apply((all) => all.length);
 * ```
 */
export const getSshKeysOutput = (): pulumi.Output<string[]> => pulumi.output(getSshKeys());
