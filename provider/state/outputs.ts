import { ownMember } from "../../values/own-member";
import { asWritten, withoutWritten } from "../table/alternatives";
import { isConcealed, stillConcealed } from "./concealed";
import { canonical, comparedText } from "../table/canonical";
import { fingerprint } from "./fingerprint";
import { isSameTime, pick, type Props, sameValue, strings, withoutUndefined } from "../table/props";
import type { Field, Resource } from "../table/resource";
import { declaredNames, fingerprintOf, fingerprints, hidden, unreadableNames, uncertainNames } from "./state";

/** Members that outputs take over unchanged from the outputs or inputs before them. */
const carried = [
  hidden.provider,
  hidden.key,
  hidden.stack,
  hidden.autoName,
  hidden.secretName,
  hidden.unready,
  hidden.fromTemplate,
];

/**
 * Outputs: what the platform reports, for arguments in the form of the request; what it never reports as it was asked
 * for; fingerprints in place of secrets. `asked` is checked inputs or earlier outputs.
 */
export function toOutputs(resource: Resource, id: string, asked: Props, observed: Props): Props {
  const declared = declaredNames(resource, asked);
  const outputs: Props = {};
  const prints: Props = {};
  for (const [name, field] of Object.entries(resource.inputs)) {
    const isDeclared = declared.includes(name);
    if (field.secret) {
      if (isRestamped(field, asked, observed)) continue;
      const secret = comparedText(field, ownMember(asked, name));
      prints[name] = secret === undefined ? fingerprintOf(asked, name) : fingerprint(id, name, secret);
    } else if (field.writeOnly || field.local) {
      if (isDeclared) outputs[name] = ownMember(asked, name);
    } else if (!field.sensitive || isDeclared) {
      const isSame = isDeclared && isSameForm(field, ownMember(asked, name), ownMember(observed, name));
      outputs[name] = isSame
        ? ownMember(asked, name)
        : stillConcealed(ownMember(asked, name), ownMember(observed, name));
    }
  }
  for (const name of Object.keys(resource.outputs)) outputs[name] = ownMember(observed, name);
  if (Object.keys(prints).length > 0) outputs[fingerprints] = prints;
  outputs[hidden.declared] = declared;
  for (const name of [hidden.inheritedEnv, hidden.unrun]) outputs[name] = observed[name];
  const unsure = uncertainNames(asked).filter((name) => unreadableNames(resource).includes(name));
  if (unsure.length > 0) outputs[hidden.uncertain] = unsure;
  const unread = strings(asked[hidden.unread]);
  if (unread.length > 0) outputs[hidden.unread] = unread;
  for (const name of carried) outputs[name] = asked[name];
  const others = Object.entries(resource.inputs).filter(
    ([name, field]) => field.need?.together && !isSameForm(field, ownMember(asked, name), ownMember(observed, name)),
  );
  outputs[hidden.alternatives] = withoutWritten(
    asked,
    others.map(([name]) => name),
  );
  return withoutUndefined(outputs);
}

/** Somebody else has given the platform another secret since `asked`, which has the stamp from before. */
export const isRestamped = ({ stampedBy }: Field, asked: Props, observed: Props): boolean =>
  stampedBy !== undefined &&
  ownMember(asked, stampedBy) !== undefined &&
  !isSameTime(ownMember(asked, stampedBy), ownMember(observed, stampedBy));

/** What the look after an update has to know of the look before it. The stamp of a secret that the update sets is that of the update. */
export function rememberedOutputs(
  { inputs, outputs }: Resource,
  { olds, changed }: { readonly olds: Props; readonly changed: ReadonlySet<string> },
): Props {
  const isSet = (stamp: string) => [...changed].some((name) => ownMember(inputs, name)?.stampedBy === stamp);
  return pick(
    olds,
    Object.keys(outputs).filter((name) => ownMember(outputs, name)!.remembered && !isSet(name)),
  );
}

/** Says the same, be it in another order or with what goes without saying: then the program's own way of saying it stays. */
const isSameForm = (field: Field, asked: unknown, observed: unknown): boolean =>
  asked !== undefined && sameValue(canonical(field, asked), canonical(field, observed));

/**
 * The inputs that a refresh hands back, so that Pulumi shows drift by property: what the program had set, as the
 * platform reports it now; a list of alternatives stays a list. The name to go back to, where it is one that we made,
 * goes along hidden. `undefined` where nothing drifted, or where inputs hold what outputs lack, because it is a secret or
 * may be one: the engine then keeps the inputs it has.
 */
export function refreshedInputs(resource: Resource, before: Props, now: Props): Props | undefined {
  if (Object.values(resource.inputs).some((field) => field.secret)) return undefined;
  const names = declaredNames(resource, before);
  if (names.every((name) => sameValue(ownMember(before, name), ownMember(now, name)))) return undefined;
  if (names.some((name) => isConcealed(ownMember(now, name)))) return undefined;
  const kept = [...names, hidden.provider, hidden.key, hidden.stack, hidden.autoName, hidden.secretName];
  const written = names
    .filter((name) => ownMember(now, name) !== undefined)
    .map((name) => [name, asWritten(now, name)] as const);
  return { ...pick(now, kept), ...Object.fromEntries(written) };
}
