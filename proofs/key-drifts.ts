import type { Client } from "../client";
import { strings, type Props } from "../provider/table/props";
import { keyOfLine } from "../provider/kinds/shared/key-line";
import type { Drift } from "./drifts";

/** Somebody with the same rights changes the account's keys: reads all of them, and writes all of them. */
export async function changeKeys(client: Client, change: (lines: string[]) => string[]): Promise<void> {
  await client.account.sshKeys.replace(change(await client.account.sshKeys.list()));
}

const foreign = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6foreign eve@example.org";

/** Other keys are no business of this one. */
export function sshKeyDrifts({ publicKey }: Props): Drift[] {
  const key = keyOfLine(String(publicKey));
  return [
    {
      about: "comment",
      name: "given another comment",
      path: "publicKey",
      make: ({ client }) =>
        changeKeys(client, (lines) => lines.map((line) => (keyOfLine(line) === key ? `${key} drifted` : line))),
    },
    {
      about: "others",
      name: "joined by another key",
      path: undefined,
      make: ({ client }) => changeKeys(client, (lines) => [...lines.filter((line) => line !== foreign), foreign]),
    },
  ];
}

/** Order is nothing; everything else is the list. */
export function accountSshKeysDrifts({ keys }: Props): Drift[] {
  const [first] = strings(keys);
  const about = "keys";
  const drift = (name: string, path: string | undefined, change: (lines: string[]) => string[]): Drift => ({
    about,
    name,
    path,
    make: ({ client }) => changeKeys(client, change),
  });
  return [
    drift("joined by a key", "keys", (lines) => [...lines, foreign]),
    drift("without one of its keys", "keys", (lines) => lines.filter((line) => line !== first)),
    drift("in another order", undefined, (lines) => [...lines].reverse()),
  ];
}
