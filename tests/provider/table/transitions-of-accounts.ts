import { accountSecret } from "../../../provider/kinds/account-secret/fields";
import { accountSshKeys } from "../../../provider/kinds/account-ssh-keys/fields";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { registryDelegation } from "../../../provider/kinds/registry-delegation/fields";
import { sshKey } from "../../../provider/kinds/ssh-key/fields";
import { accountKeys, credential, delegation, publicKey, secret } from "../fixtures";
import { gone, rows, type Transition } from "./transition";

const credentialRows = rows(registryCredential, credential, {}, [
  ["name", "another name", {}, { name: "acme-b" }, "replace"],
  ["username", "another user", {}, { username: "puller-b" }, "replace"],
  ["password", "another password", {}, { password: "another-example" }, "replace"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);

const line = String(publicKey.publicKey);
const otherLine = "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 ops@example.org";

const sshKeyRows = rows(sshKey, publicKey, {}, [
  ["publicKey", "another comment", {}, { publicKey: `${line}-2` }, "update"],
  ["publicKey", "another key", {}, { publicKey: otherLine }, "replace"],
  ["publicKey", "the same with a line break behind it", {}, { publicKey: `${line}\n` }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
]);

const accountKeysRows = rows(accountSshKeys, accountKeys, {}, [
  ["keys", "one more", {}, { keys: [line, otherLine] }, "update"],
  ["keys", "none", {}, { keys: [] }, "update"],
  ["keys", "in another order", { keys: [line, otherLine] }, { keys: [otherLine, line] }, "none"],
  ["keys", "one of them twice", {}, { keys: [line, line] }, "none"],
  ["lockout", "allowed", {}, { lockout: "allow" }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
]);

const secretRows = rows(accountSecret, secret, {}, [
  ["name", "another name", {}, { name: "hub_token_b" }, "replace"],
  ["name", "the same in capital letters", {}, { name: "HUB_TOKEN" }, "replace"],
  ["value", "another value", {}, { value: "another-example" }, "update"],
  ["description", "set", {}, { description: "for the team" }, "update"],
  ["description", "removed", { description: "for the team" }, { description: gone }, "update"],
  ["description", "empty where there was none", {}, { description: "" }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);

const arn = String(delegation.resource);
const delegationRows = rows(registryDelegation, delegation, {}, [
  ["name", "another name", {}, { name: "ecr-b" }, "replace"],
  ["resource", "another repository", {}, { resource: `${arn}-b` }, "replace"],
  ["resource", "another tag", {}, { resource: `${arn}:2.1` }, "replace"],
  ["resource", "the default tag spelled out", {}, { resource: `${arn}:latest` }, "none"],
  ["timeouts", "set", {}, { timeouts: { delete: 60 } }, "none"],
  ["adopt", "set once it exists", {}, { adopt: { name: "another" } }, "none"],
]);

/** Every argument of what an account has beside machines, changed alone. */
export const accountRows: readonly Transition[] = [
  ...[...credentialRows, ...sshKeyRows, ...accountKeysRows],
  ...[...secretRows, ...delegationRows],
];
