import type { Ask } from "./questions";

/** The account's public SSH keys, one authorized_keys line each. */ // U-1
export const sshKeys = (once: Ask): Promise<string[]> => once("ssh keys", (client) => client.account.sshKeys.list());
