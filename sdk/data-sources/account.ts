import * as pulumi from "@pulumi/pulumi";
import { connection } from "./connection";
import { once } from "./once";

/** The account's public SSH keys, one authorized_keys line each (U-1): one call, shared within a run. */
export const getSshKeys = (): Promise<string[]> => once("ssh keys", () => connection().account.sshKeys.list());

export const getSshKeysOutput = (): pulumi.Output<string[]> => pulumi.output(getSshKeys());
