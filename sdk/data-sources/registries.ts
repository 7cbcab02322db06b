import * as pulumi from "@pulumi/pulumi";
import type { Delegation as ApiDelegation, Registry as ApiRegistry } from "../../api/registries";
import type { LookupArgs } from "../../client/queries/lookup";
import {
  registryCredential,
  registryCredentials,
  registryDelegation,
  registryDelegations,
} from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** A credential as the platform reports it: id and name, never what is in it. */
export type RegistryCredentialResult = Known<ApiRegistry>;

/** What {@link getRegistryCredentials} answers, as in every language. */
export interface GetRegistryCredentialsResult {
  readonly registryCredentials: RegistryCredentialResult[];
}

/** As {@link getRegistryCredentialsOutput}, for a program that awaits the answer. */
export const getRegistryCredentials = async (): Promise<GetRegistryCredentialsResult> => ({
  registryCredentials: await registryCredentials(once),
});

/**
 * Every registry credential of the account: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const credentials = compute.getRegistryCredentialsOutput().registryCredentials;
 * export const names = credentials.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getRegistryCredentialsOutput = (): pulumi.Output<GetRegistryCredentialsResult> =>
  pulumi.output(getRegistryCredentials());

/** As {@link getRegistryCredentialOutput}, for a program that awaits the answer. */
export const getRegistryCredential = (args: LookupArgs): Promise<RegistryCredentialResult> =>
  registryCredential(once, args);

/**
 * One registry credential, by id or by name.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no registry credential of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const credential = compute.getRegistryCredentialOutput({ name: "registry" });
 * export const credentialId = credential.id;
 * ```
 */
export const getRegistryCredentialOutput = (args: Inputs<LookupArgs>): pulumi.Output<RegistryCredentialResult> =>
  asking(args, getRegistryCredential);

/** A delegation as the platform reports it, with the address that images are pulled from where it tells one. */
export type RegistryDelegationResult = Known<ApiDelegation>;

/** What {@link getRegistryDelegations} answers, as in every language. */
export interface GetRegistryDelegationsResult {
  readonly registryDelegations: RegistryDelegationResult[];
}

/** As {@link getRegistryDelegationsOutput}, for a program that awaits the answer. */
export const getRegistryDelegations = async (): Promise<GetRegistryDelegationsResult> => ({
  registryDelegations: await registryDelegations(once),
});

/**
 * Every registry delegation of the account: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const delegations = compute.getRegistryDelegationsOutput().registryDelegations;
 * export const repositories = delegations.apply((all) => all.map(({ repository }) => repository));
 * ```
 */
export const getRegistryDelegationsOutput = (): pulumi.Output<GetRegistryDelegationsResult> =>
  pulumi.output(getRegistryDelegations());

/** As {@link getRegistryDelegationOutput}, for a program that awaits the answer. */
export const getRegistryDelegation = (args: LookupArgs): Promise<RegistryDelegationResult> =>
  registryDelegation(once, args);

/**
 * One delegation, by id or by name.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no delegation of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const images = compute.getRegistryDelegationOutput({ name: "base-images" });
 * export const address = images.dockerRegistryUri;
 * ```
 */
export const getRegistryDelegationOutput = (args: Inputs<LookupArgs>): pulumi.Output<RegistryDelegationResult> =>
  asking(args, getRegistryDelegation);
