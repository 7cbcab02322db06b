import * as pulumi from "@pulumi/pulumi";
import type { Secret as ApiSecret } from "../../api/account";
import { accountSecret, accountSecrets, sshKeys } from "../../client/queries/objects";
import type { LookupArgs } from "../../client/queries/lookup";
import { asking } from "./asking";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** What {@link getSshKeys} answers, as in every language. */
export interface GetSshKeysResult {
  readonly keys: string[];
}

/** As {@link getSshKeysOutput}, for a program that awaits the answer. */
export const getSshKeys = async (): Promise<GetSshKeysResult> => ({ keys: await sshKeys(once) });

/**
 * The account's public SSH keys, one authorized_keys line each: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const keys = compute.getSshKeysOutput().keys;
 * export const howMany = keys.apply((all) => all.length);
 * ```
 */
export const getSshKeysOutput = (): pulumi.Output<GetSshKeysResult> => pulumi.output(getSshKeys());

/** A secret of the account as the platform reports it: what it is called and when its value was last set, never the value. */
export type AccountSecretResult = Known<ApiSecret>;

/** What {@link getAccountSecrets} answers, as in every language. */
export interface GetAccountSecretsResult {
  readonly accountSecrets: AccountSecretResult[];
}

/** As {@link getAccountSecretsOutput}, for a program that awaits the answer. */
export const getAccountSecrets = async (): Promise<GetAccountSecretsResult> => ({
  accountSecrets: await accountSecrets(once),
});

/**
 * Every secret of the account: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const secrets = compute.getAccountSecretsOutput().accountSecrets;
 * export const names = secrets.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getAccountSecretsOutput = (): pulumi.Output<GetAccountSecretsResult> => pulumi.output(getAccountSecrets());

/** As {@link getAccountSecretOutput}, for a program that awaits the answer. */
export const getAccountSecret = (args: LookupArgs): Promise<AccountSecretResult> => accountSecret(once, args);

/**
 * One secret of the account, by id or by name, which the platform compares without regard to case.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no secret of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const token = compute.getAccountSecretOutput({ name: "hf_token" });
 * export const rotatedAt = token.valueLastUpdatedAt;
 * ```
 */
export const getAccountSecretOutput = (args: Inputs<LookupArgs>): pulumi.Output<AccountSecretResult> =>
  asking(args, getAccountSecret);
