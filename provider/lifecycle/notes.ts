import { ownMember } from "../../values/own-member";
import type { Declaration } from "../host/declared";
import { sightingIn } from "../state/sighting";
import { hidden, keyOf, keyOfInputs, stackOf } from "../state/state";
import { pick, type Props, strings } from "../table/props";
import type { Context } from "./context";
import { HadTwiceError } from "./errors";
import { markMembers, secretPathsOf } from "./secret-members";

/**
 * What the program says of a resource, for those that refer to it.
 *
 * @param id of its object; undefined where this run is to make one.
 * @param before the object that it had, which another takes the place of, and its outputs.
 */
export function noteDeclared(
  { kind, resource, messages, session }: Context,
  inputs: Props,
  id: string | undefined,
  before?: Pick<Declaration, "leaving" | "before">,
): void {
  const key = keyOf(inputs);
  if (key === undefined) return;
  const label = messages.nameOf(inputs) ?? id ?? kind;
  // The engine checks a replacement as if it were new, after it was told what is to be replaced.
  const known = before ?? (id === undefined ? session.declared.with(kind, key) : undefined);
  const { leaving, before: outputs } = known ?? {};
  session.declared.note(kind, key, { label, id, inputs, letsIn: resource.letsIn, leaving, before: outputs });
}

/** A resource is there already: in which account it was seen says in which one the stack is. */
export function noteAccountOf(context: Context, id: string, state: Props): void {
  const seen = sightingIn(state);
  if (seen === undefined || context.lookup.isSeenFromHere(state) || context.resource.isOnlyInState) return;
  context.session.books.accounts.noteElsewhere({
    kind: context.kind,
    id,
    seen,
    here: context.lookup.here,
    isInAnyAccount: context.lookup.isInAnyAccount,
    look: () => context.lookup.sight(id),
  });
}

/** A read or a deletion is about an object whose id is the same in every account: that it is found does not show which one it is in. */
export function noteNamesake(context: Context, id: string, state: Props): void {
  if (context.lookup.isInAnyAccount) noteAccountOf(context, id, state);
}

/** The engine mentions a resource: people want to hear what interrupted runs of its stack have left. */
export function noteMention({ session }: Context, props: Props): void {
  const { journal } = session.books;
  const { [hidden.stackName]: name } = props;
  journal.stack = stackOf(props) ?? journal.stack;
  if (typeof name === "string") journal.stackName = name;
}

/** What the program marked as secret is hidden from now on. What it was before is no less a secret. */
export function noteSecrets({ marked, resource }: Context, olds: Props, asked: Props): void {
  for (const props of [olds, asked]) {
    marked.add(pick(props, strings(asked[hidden.secrets])));
    markMembers(marked, props, secretPathsOf(asked), (name) => ownMember(resource.inputs, name));
  }
}

/** @throws HadTwiceError where another resource of the program keeps the object too, or adopts it: whichever went, would delete it for both. */
export function refuseHadTwice(context: Context, id: string, news: Props, isKept: boolean): void {
  const { history, session, kind } = context;
  history.sawObject(id, keyOf(news));
  const isOnlyOne = session.books.ownership.programHas(kind, id, keyOfInputs(news), isKept);
  if (!isOnlyOne && isKept) throw new HadTwiceError(kind, id);
}
