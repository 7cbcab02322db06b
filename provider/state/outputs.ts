import { ownMember } from "../../values/own-member";
import { asWritten } from "../table/alternatives";
import { fingerprint, isConcealed, stillConcealed } from "./concealed";
import { isObject, isSameTime, pick, type Props, sameValue, strings, withoutUndefined } from "../table/props";
import { canonical, comparedText, type Field, type Resource } from "../table/resource";
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
 * Makes outputs: the platform's values, for arguments in the form of the request; the program's values for those that it
 * never reports; and fingerprints in place of secrets. `asked` is checked inputs or earlier outputs.
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
  const { [hidden.alternatives]: lists } = asked;
  // Somebody else's choice of hardware does not come from the program's list or need.
  const written = Object.entries(isObject(lists) ? lists : {}).filter(([name]) => {
    const field = ownMember(resource.inputs, name);
    return !field?.need || isSameForm(field, ownMember(asked, name), ownMember(observed, name));
  });
  if (written.length > 0) outputs[hidden.alternatives] = Object.fromEntries(written);
  return withoutUndefined(outputs);
}

/** Tells whether somebody else has changed the secret on the platform since `asked`, which has the earlier stamp. */
export const isRestamped = ({ stampedBy }: Field, asked: Props, observed: Props): boolean =>
  stampedBy !== undefined &&
  ownMember(asked, stampedBy) !== undefined &&
  !isSameTime(ownMember(asked, stampedBy), ownMember(observed, stampedBy));

/** The stamps of secrets, by which a later read tells that somebody else has set them. */
export const stampsIn = ({ inputs }: Resource, state: Props): Props =>
  withoutUndefined(
    pick(
      state,
      Object.values(inputs).flatMap(({ stampedBy }) => stampedBy ?? []),
    ),
  );

/** The outputs from before an update that the read after it needs. A secret that the update sets has the update's stamp. */
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

/** Tells whether two values are equivalent, apart from order and defaults: then the program's form stays. */
const isSameForm = (field: Field, asked: unknown, observed: unknown): boolean =>
  asked !== undefined && sameValue(canonical(field, asked), canonical(field, observed));

/**
 * The inputs that a refresh returns, so that Pulumi shows drift by property: the arguments that the program had set, with
 * the platform's values. A list of alternatives stays a list, and a generated name is included as a hidden input. Undefined
 * without drift, or if inputs contain actual or possible secrets that outputs lack: the engine then keeps its inputs.
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
