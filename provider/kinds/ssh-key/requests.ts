import type { CallOptions } from "../../../client";
import { free } from "../../cost/pricing";
import type { Session } from "../../host/session";
import { keyDigestOf } from "../../state/sighting";
import { stackOf } from "../../state/state";
import { type Props, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Operations, Reading } from "../operations";
import { commentOfLine, fingerprintOfLine, inWords, keyOfLine } from "../shared/key-line";
import { type Edit, keyListOf, keysNow, noSuchKey } from "../shared/key-list";
import { sshKey } from "./fields";

/** One line of the account's list. */
export interface SshKey {
  readonly id: string;
  /** For people: the comment and the fingerprint. */
  readonly name: string;
  readonly publicKey: string;
}

const objectOf = (line: string): SshKey => ({
  id: fingerprintOfLine(line),
  name: inWords(line),
  publicKey: line,
});

const wantedLine = ({ publicKey }: Props): string => String(publicKey).trim();

/** The line in its place, be it with another comment; at the end where there was none. */
const put =
  (line: string): Edit =>
  (lines) => {
    const isIt = (other: string) => keyOfLine(other) === keyOfLine(line);
    return lines.some(isIt) ? lines.map((other) => (isIt(other) ? line : other)) : [...lines, line];
  };

const without =
  (id: string): Edit =>
  (lines) =>
    lines.filter((line) => fingerprintOfLine(line) !== id);

function among(lines: readonly string[], id: string): SshKey {
  const line = lines.find((each) => fingerprintOfLine(each) === id);
  if (line === undefined) throw noSuchKey(id);
  return objectOf(line);
}

async function list(reading: Reading, options?: CallOptions): Promise<SshKey[]> {
  return (await keysNow(reading, options)).map(objectOf);
}

/** As the journal keeps who has it. */
const held = (session: Session, id: string) => ({ kind: "SshKey", id, account: keyDigestOf(session.settings) });

/** Said of a key that is taken over though another stack has put it in: what this stack deletes is gone for both. */
async function sharedWithStack(session: Session, inputs: Props): Promise<string | undefined> {
  if (hasUnknown(inputs.publicKey)) return undefined;
  const line = wantedLine(inputs);
  const id = fingerprintOfLine(line);
  const other = await session.books.ownership.otherStackOf(held(session, id), stackOf(inputs));
  if (other === undefined) return undefined;
  const lines = await keyListOf(session)
    .read()
    .catch(() => []);
  if (!lines.some((each) => fingerprintOfLine(each) === id)) return undefined;
  return (
    `the account has the key ${inWords(line)} already: ${other} put it there, on this machine. If the state of that stack still has it, ` +
    "dropping it here, or destroying this stack, takes it out of the account for both. " +
    "What to do: declare the key in one of them only."
  );
}

const sshKeyOperations: Operations<SshKey> = {
  idOf: (inputs) => fingerprintOfLine(wantedLine(inputs)),
  idFrom: "publicKey",

  platformName: async (_session, inputs) => inWords(wantedLine(inputs)),

  async create(session, inputs, _name, begins) {
    const line = wantedLine(inputs);
    return among(await keyListOf(session).change(put(line), begins), fingerprintOfLine(line));
  },

  caution: sharedWithStack,

  read: async (session, id) => among(await keyListOf(session).read(), id),
  get: async (reading, id, options) => among(await keysNow(reading, options), id),
  list,
  observe: ({ id, publicKey }) => ({ publicKey, fingerprint: id, comment: commentOfLine(publicKey) }),

  async apply(session, { id }, { news, changed }, seen) {
    if (changed.has("publicKey")) seen(among(await keyListOf(session).change(put(wantedLine(news))), id));
  },

  async remove({ client }, id) {
    const lines = await client.account.sshKeys.list();
    await client.account.sshKeys.replace(without(id)(lines));
  },

  async delete(session, id) {
    // A program that declares the whole list in place of single keys keeps those that it lists.
    const whole = session.declared.all("AccountSshKeys").flatMap(({ inputs }) => strings(inputs.keys));
    if (whole.some((line) => fingerprintOfLine(line) === id)) return;
    // Another resource may take the key over while this waits for its turn, as where two swap their keys.
    const isTaken = () => session.books.ownership.object("SshKey", id).isTaken === true;
    await keyListOf(session).change((lines) => (isTaken() ? lines : without(id)(lines)));
  },
};

export const kind = { resource: sshKey, operations: sshKeyOperations, pricing: free };
