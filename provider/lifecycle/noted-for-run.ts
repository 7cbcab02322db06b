import { ownMember } from "../../values/own-member";
import type { Declaration } from "../host/declarations";
import type { KnownSecrets } from "../host/known-secrets";
import { sightingIn } from "../state/sighting";
import { hidden, keyOf, keyOfInputs, stackOf } from "../state/state";
import { type Path, pick, type Props, strings, valueAt } from "../table/props";
import type { Field } from "../table/resource";
import type { Context } from "./context";
import { HadTwiceError } from "./failures/errors";

/** Notes the program's declaration of a resource, for those that refer to it. @param id undefined if this run makes its object. */
export function noteDeclared(
  { kind, resource, messages, session }: Context,
  inputs: Props,
  id: string | undefined,
  before?: Pick<Declaration, "leaving" | "mayStay" | "before">,
): void {
  const key = keyOf(inputs);
  if (key === undefined) return;
  const label = messages.nameOf(inputs) ?? id ?? kind;
  // The engine checks a replacement as if it were new, after the diff that asked for it.
  const {
    leaving,
    mayStay,
    before: outputs,
  } = before ?? (id === undefined ? session.declarations.with(kind, key) : undefined) ?? {};
  const now = { label, id, inputs, letsIn: resource.letsIn };
  session.declarations.note(kind, key, { ...now, leaving, mayStay, before: outputs });
}

export function noteAccountOf(context: Context, id: string, state: Props): void {
  const seen = sightingIn(state);
  if (seen === undefined || context.lookup.isSeenFromHere(state) || context.resource.isOnlyInState) return;
  context.session.bookkeeping.accounts.noteElsewhere({
    ...context.looked(id),
    here: context.lookup.here,
    seen,
    look: () => context.lookup.sight(id),
  });
}

/** Notes a read or deletion of an object whose id is the same in every account, so that finding it does not identify the account. */
export function noteAccountOfSharedId(context: Context, id: string, state: Props): void {
  if (context.lookup.isInAnyAccount) noteAccountOf(context, id, state);
}

/** Reports the objects that interrupted runs of the stack left, when the engine first names a resource of it. */
export function noteMention({ session }: Context, props: Props): void {
  const { journal } = session.bookkeeping;
  const { [hidden.stackName]: name } = props;
  journal.stack = stackOf(props) ?? journal.stack;
  if (typeof name === "string") journal.stackName = name;
}

/** Masks the values that the program marks as secret from now on, and their earlier values. */
export function noteSecrets({ session: { knownSecrets }, resource }: Context, olds: Props, asked: Props): void {
  // The arguments that are secret as a whole, as passed by the SDK.
  const { [hidden.secretPaths]: marked } = asked;
  const paths = Array.isArray(marked) ? marked.filter((path): path is Path => Array.isArray(path)) : [];
  for (const props of [olds, asked]) {
    knownSecrets.add(pick(props, strings(asked[hidden.secrets])));
    addSecretMembers(knownSecrets, props, paths, (name) => ownMember(resource.inputs, name));
  }
}

/** Masks the names in maps that are secret as a whole, as they may be secrets themselves, except for those `shown`. */
export function addSecretMembers(
  knownSecrets: KnownSecrets,
  props: Props,
  paths: readonly Path[],
  fieldOf: (name: string) => Field | undefined,
  shown: (path: Path) => readonly string[] = () => [],
): void {
  for (const path of paths) {
    const limits = fieldOf(String(path[0]))?.limits ?? "";
    knownSecrets.addMembers(path, valueAt(props, path), new Set([...(limits.match(/\w+/g) ?? []), ...shown(path)]));
  }
}

/** @throws HadTwiceError if another resource of the program also owns or adopts the object: deleting either would delete it for both. */
export function refuseHadTwice(context: Context, id: string, news: Props, isKept: boolean): void {
  const { history, session, kind } = context;
  history.note(keyOf(news), { object: id });
  const isOnlyOne = session.bookkeeping.ownership.programHas(kind, id, keyOfInputs(news), isKept);
  if (!isOnlyOne && isKept) throw new HadTwiceError(kind, id);
}
