import { accountSshKeys as resource } from "./fields";
import { accountSshKeysOperations as operations } from "./requests";

export const accountSshKeys = { resource, operations };
