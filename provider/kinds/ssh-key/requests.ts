import type { CallOptions } from "../../../client";
import { free } from "../../cost/pricing";
import { type Props, strings } from "../../table/props";
import type { Operations, Reading } from "../operations";
import { commentOfLine, fingerprintOfLine, inWords, keyOfLine } from "../shared/key-line";
import { type Edit, keyListOf, keysNow, noSuchKey } from "../shared/key-list";
import { sshKey } from "./fields";

/** One line of the account's list. */
export interface SshKey {
  readonly id: string;
  /** A label: the comment and the fingerprint. */
  readonly name: string;
  readonly publicKey: string;
}

const objectOf = (line: string): SshKey => ({
  id: fingerprintOfLine(line),
  name: inWords(line),
  publicKey: line,
});

const wantedLine = ({ publicKey }: Props): string => String(publicKey).trim();

/** Puts the line in its place, possibly with another comment; at the end if it is new. */
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

const sshKeyOperations: Operations<SshKey> = {
  idOf: (inputs) => fingerprintOfLine(wantedLine(inputs)),
  idFrom: "publicKey",

  platformName: async (_session, inputs) => inWords(wantedLine(inputs)),

  async create(session, inputs, _name, begins) {
    const line = wantedLine(inputs);
    return among(await keyListOf(session).change(put(line), begins), fingerprintOfLine(line));
  },

  read: async (session, id) => among(await keyListOf(session).read(), id),
  get: async (reading, id, options) => among(await keysNow(reading, options), id),
  list,
  observe: ({ id, publicKey }) => ({ publicKey, fingerprint: id, comment: commentOfLine(publicKey) }),

  async apply(session, { id }, { news, changed }, seen) {
    if (changed.has("publicKey")) seen(among(await keyListOf(session).change(put(wantedLine(news))), id));
  },

  async sendDelete({ client }, id) {
    const lines = await client.account.sshKeys.list();
    await client.account.sshKeys.replace(without(id)(lines));
  },

  async delete(session, id) {
    // A program that now declares the whole list instead of single keys keeps those in the list.
    const whole = session.declarations.all("AccountSshKeys").flatMap(({ inputs }) => strings(inputs.keys));
    if (whole.some((line) => fingerprintOfLine(line) === id)) return;
    // Another resource may take the key over while this waits for its turn, for instance if two swap their keys.
    const isTaken = () => session.bookkeeping.ownership.object("SshKey", id).isTaken === true;
    await keyListOf(session).change((lines) => (isTaken() ? lines : without(id)(lines)));
  },
};

export const kind = { resource: sshKey, operations: sshKeyOperations, pricing: free };
