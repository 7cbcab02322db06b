import type { Listed } from "../state/identity";
import type { Ownership } from "../ownership/ownership";
import { type Mark, markIn, markOf, type Whose } from "../table/names";
import type { Noted } from "../journal/attempt";
import { misfit } from "./decide";
import type { OpenedJournal } from "../journal/opened-journal";
import type { List } from "./lists";

/** Objects that earlier runs of a stack left: they bear its marks, or the journal says that they were made, but they are in no state. */
export interface Left {
  /** Those of the resource in question. */
  readonly own: readonly Listed[];
  /** The create of the first of them, if this machine's journal has it: its digests tell the arguments. */
  readonly attempt?: Noted | undefined;
  /** Those of other resources of its stack and kind. */
  readonly others: readonly Listed[];
  /** The state could not be read and may contain them. */
  readonly isUnsure: boolean;
}

/** The resource that needs an object. */
export interface Wanting {
  readonly kind: string;
  readonly whose: Whose;
  /** No list shows such objects. */
  readonly isUnlisted?: boolean;
  /** Every resource of its stack counts. */
  readonly isOfStack?: boolean;
  readonly list: () => Promise<readonly Listed[]>;
  readonly get: (id: string) => Promise<Listed | undefined>;
}

const nothingLeft: Left = { own: [], others: [], isUnsure: false };

/** Finds the left objects. @throws if the list fails. */
export async function findLeft(
  { journal, backend }: Pick<OpenedJournal, "journal" | "backend">,
  ownership: Ownership,
  { kind, whose, get, isOfStack: isWhole = false }: Wanting,
  { objects }: Pick<List, "objects">,
): Promise<Left> {
  const noted = (await journal.unconfirmed()).filter(
    (each) => each.kind === kind && each.backend === backend && !each.isElsewhere,
  );
  const known = [...objects];
  // Objects that were handed over to the engine but are not (yet) in the list.
  for (const attempt of noted.filter((each) => each.isHanded && each.key === whose.key)) {
    const { made = "" } = attempt;
    if (objects.some(({ id }) => id === made) || ownership.object(kind, made).isAccountedFor) continue;
    const object = await get(made);
    if (object) known.push(object);
    else if (attempt.isVouched) await journal.drop(attempt);
  }
  const handed = new Map(noted.filter((each) => each.isHanded && (each.stack ?? "") === whose.stack).map(idAndKey));
  const open = new Set(noted.filter(({ isHanded }) => !isHanded).map(({ name }) => name));
  const mark = markOf(whose);
  const isOfStack = ({ id, name }: Listed) => markIn(name)?.stack === mark.stack || handed.has(id);
  const suspects = known.filter(
    (each) => isOfStack(each) && !open.has(each.name) && !ownership.object(kind, each.id).isAccountedFor,
  );
  const isOwn = ({ id, name }: Listed) => isSame(markIn(name), mark) || handed.get(id) === whose.key;
  // Most runs return here without reading a state.
  if (!suspects.some((each) => isWhole || isOwn(each))) return nothingLeft;
  const entries = await ownership.known();
  const inState = new Set((entries ?? []).filter((entry) => entry.kind === kind).map(({ id }) => id));
  for (const id of handed.keys()) if (inState.has(id)) await journal.noteStored(kind, id);
  const left = suspects.filter(({ id }) => !inState.has(id));
  const own = left.filter(isOwn);
  const [first] = own;
  const madeFirst = (each: Noted) => each.isVouched && each.made === first?.id && each.key === whose.key;
  const attempt = noted.find((each) => first && madeFirst(each) && misfit(each, first) === undefined);
  return { own, attempt, others: left.filter((each) => !isOwn(each)), isUnsure: entries === undefined };
}

const idAndKey = ({ made = "", key }: Noted) => [made, key] as const;

const isSame = (one: Mark | undefined, other: Mark): boolean =>
  one !== undefined && one.stack === other.stack && one.resource === other.resource;
