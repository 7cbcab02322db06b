import * as pulumi from "@pulumi/pulumi";
import { sshKeys } from "../../client/queries/account";
import { once } from "./connection";

/** The account's public SSH keys, one authorized_keys line each (U-1): one call, shared within a run. */
export const getSshKeys = (): Promise<string[]> => sshKeys(once);

export const getSshKeysOutput = (): pulumi.Output<string[]> => pulumi.output(getSshKeys());
