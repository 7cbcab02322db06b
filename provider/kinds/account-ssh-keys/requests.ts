import { free } from "../../cost/pricing";
import { type Props, sameValue, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Operations } from "../operations";
import { commentOfLine, inWords, keyOfLine } from "../shared/key-line";
import { type Edit, keyListOf, keysNow } from "../shared/key-list";
import { AnswerError } from "../../../client/errors/errors";
import { accountSshKeys } from "./fields";

/** The list. An account has exactly one. */
export interface AccountSshKeys {
  readonly id: string;
  readonly name: string;
  readonly keys: readonly string[];
}

/** The platform gives the list no id; an account has one. */
const id = "ssh-keys";
const objectOf = (keys: readonly string[]): AccountSshKeys => ({ id, name: id, keys });

/** A key that is listed twice is sent once. */
const wantedOf = ({ keys }: Props): string[] => [...new Set(strings(keys).map((line) => line.trim()))];
/** The lines that this resource has set, from outputs or from new inputs. */
const appliedIn = ({ applied, keys }: Props): string[] => strings(applied ?? keys);

/** @throws LockoutRefusedError */
function refuseLockout(there: readonly string[], news: Props, ours: readonly string[]): void {
  if (news.lockout === "allow") return;
  const last = lastKeysOfOthers(there, wantedOf(news), ours);
  if (last.length > 0) throw new LockoutRefusedError(last.map(inWords));
}

/** The program's list; the present one if only the order differs. */
const replaceBy =
  (news: Props, ours: readonly string[]): Edit =>
  (there) => {
    const wanted = wantedOf(news);
    if (sameValue([...there].sort(), [...wanted].sort())) return there;
    refuseLockout(there, news, ours);
    return wanted;
  };

const accountSshKeysOperations: Operations<AccountSshKeys> = {
  idOf: () => id,
  idFrom: "keys",

  async otherLosses(session, state, news) {
    if (hasUnknown(news.keys)) return undefined;
    const ours = strings(state.applied);
    const there = await session.client.account.sshKeys.list();
    refuseLockout(there, news, ours);
    const lost = removed(there, wantedOf(news));
    return lost.length > 0 ? `this removes from the account's SSH keys: ${lost.map(inWords).join(", ")}` : undefined;
  },

  async create(session, inputs) {
    return objectOf(await keyListOf(session).change(replaceBy(inputs, [])));
  },
  read: async (session) => objectOf(await keyListOf(session).read()),
  get: async (reading, _id, options) => objectOf(await keysNow(reading, options)),
  list: async (reading, options) => [objectOf(await keysNow(reading, options))],
  observe: ({ keys }, asked) => ({ keys: [...keys], applied: appliedIn(asked) }),

  async apply(session, _object, { olds, news, changed }, seen) {
    if (!changed.has("keys")) return;
    seen(objectOf(await keyListOf(session).change(replaceBy(news, strings(olds.applied)))));
  },

  async sendDelete({ client }) {
    await client.account.sshKeys.replace([]);
  },

  async delete(session, _id, _withinMs, state = {}) {
    // A program that now declares single keys instead of the list keeps those.
    const kept = keysOf(session.declarations.all("SshKey").map(({ inputs }) => String(inputs.publicKey)));
    const ours = new Set(
      appliedIn(state)
        .map(keyOfLine)
        .filter((key) => !kept.has(key)),
    );
    const gone = new Set<string>();
    await keyListOf(session).change((lines) => {
      for (const line of lines) if (ours.has(keyOfLine(line))) gone.add(inWords(line));
      return lines.filter((line) => !ours.has(keyOfLine(line)));
    });
    // Nobody knows who added them first, so the message names them for anybody who needs one back.
    if (gone.size === 0) return;
    await session.notify.info(`AccountSshKeys: removed from the account's SSH keys: ${[...gone].join(", ")}`);
  },
};

/**
 * The list of `AccountSshKeys` would remove the last key of somebody, which this resource did not add.
 *
 * @fix Use `SshKey`; or add the key that the message names to `keys`; or set `lockout: "allow"`.
 */
class LockoutRefusedError extends AnswerError {
  readonly code = "lockout_refused";

  constructor(readonly keys: readonly string[]) {
    super(
      `AccountSshKeys, keys: this would remove the last key of somebody else: ${keys.join(", ")}. Nothing was changed. ` +
        "What to do: use SshKey, which leaves other keys alone; or add the key to `keys`: deleting the AccountSshKeys then removes it, too; " +
        'or set lockout: "allow" to remove it now.',
    );
  }
}

const keysOf = (lines: readonly string[]): Set<string> => new Set(lines.map(keyOfLine));

/** The lines whose keys the wanted list lacks. */
function removed(there: readonly string[], wanted: readonly string[]): string[] {
  const kept = keysOf(wanted);
  return there.filter((line) => !kept.has(keyOfLine(line)));
}

/**
 * The last keys among these of people who added them themselves. People are distinguished by the comments of their keys; a
 * key without a comment is a person's only one.
 *
 * @param ours the keys that this resource set before, which a program drops on purpose.
 */
function lastKeysOfOthers(there: readonly string[], wanted: readonly string[], ours: readonly string[]): string[] {
  const own = keysOf(ours);
  const stay = new Set(wanted.map(commentOfLine));
  return removed(there, wanted).filter((line) => {
    const comment = commentOfLine(line);
    return !own.has(keyOfLine(line)) && (comment === "" || !stay.has(comment));
  });
}

export const kind = { resource: accountSshKeys, operations: accountSshKeysOperations, pricing: free };
