import { append } from "../../../values/many";
import { withAllThatMeets } from "../../capacity/choices";
import { wrongSettings } from "../../host/settings";
import { hidden, keyOf, secretsOf, inEnvelope } from "../../state/state";
import { check as checkFields, type CheckFailure } from "../../table/check";
import { bytesOf } from "../../table/names";
import { isEmpty, type Props, strings } from "../../table/props";
import { adopteeIn, observedOf } from "../adoption/adopt";
import { foreseeAdoption, type Adoption } from "../adoption/foresee-adoption";
import { interruptedName, outlookOf } from "../adoption/outlook";
import { warnOfInputs } from "../foresight/warn-of-inputs";
import type { Context } from "../context";
import { noteDeclared, noteMention, noteSecrets } from "../noted-for-run";
import { refusalsOf, warnOfReplaced } from "../foresight/refusals";
import { wordedFailure } from "../failures/worded-failure";

export interface CheckResult {
  readonly inputs: Props;
  readonly failures: CheckFailure[];
  /** The adoption that is about to happen. */
  readonly adoption?: Adoption;
}

export interface CheckOptions {
  readonly spelled?: (path: string) => string;
  /** The engine's random bytes for a generated name, the same in a preview and the run of its plan; empty if it sends none. */
  readonly seed?: Uint8Array;
}

/** Finds all mistakes of a resource at once, fills in defaults, and generates a name if the program sets none. */
export async function check(
  context: Context,
  olds: Props,
  asked: Props,
  { spelled, seed }: CheckOptions = {},
): Promise<CheckResult> {
  const { resource, history, messages, session, kind } = context;
  noteSecrets(context, olds, asked);
  if (olds[hidden.secretName]) session.knownSecrets.add(olds.name);
  const isNew = isEmpty(olds);
  messages.learnUrn(asked, spelled);
  noteMention(context, asked);
  if (!isNew) session.bookkeeping.ownership.noteResource(kind, keyOf(asked), { isThere: true });
  const keptName = (await interruptedName(context, olds, asked)) ?? replacedName(context, olds, asked);
  const { object, refusal } = isNew ? await adopteeIn(context, asked) : {};
  const news = object ? { ...asked, name: asked.name ?? object.name } : asked;
  const had = object && observedOf(context, object);
  // Any other name exists already.
  const whose = isNew && asked.name === undefined ? await session.bookkeeping.whose(asked) : undefined;
  const randomBytes = bytesOf(seed) ?? session.randomBytes;
  const { inputs, failures } = checkFields(resource, olds, news, randomBytes, keptName, had, whose);
  if (refusal) failures.push({ property: "adopt", reason: refusal });
  const compared = object && failures.length === 0 ? await withAllThatMeets(session, resource, inputs, had) : inputs;
  if (failures.length === 0) append(failures, await refusalsOf(context, olds, compared, object));
  const isToMake = isNew && failures.length === 0 && asked.adopt === undefined;
  const taken = isToMake ? await outlookOf(context, inputs) : undefined;
  if (taken instanceof Error) failures.push({ property: "", reason: taken.message });
  append(failures, wrongSettings(context.settings, resource.reaches));
  const isRight = failures.length === 0;
  const adoption =
    object && isRight ? await foreseeAdoption(context, compared, object) : taken instanceof Error ? undefined : taken;
  const { predecessor } = history.of(keyOf(inputs));
  const leaving = predecessor && predecessor.found !== "gone" ? { leaving: predecessor.id } : undefined;
  if (isRight && isNew) noteDeclared(context, inputs, adoption?.object.id, leaving);
  if (isRight) await warnOfReplaced(context, olds, compared);
  if (isRight) append(failures, await warnOfInputs(context, olds, inputs, adoption));
  history.sawCheck(inputs, isRight ? olds : {});
  for (const secret of secretsOf(resource, inputs)) session.secrets.add(secret);
  return {
    inputs: withSecretName(asked, inputs),
    failures: failures.map((failure) => wordedFailure(failure, context, strings(asked[hidden.secrets]), spelled)),
    ...(adoption && { adoption }),
  };
}

/** The replaced object's generated name, if the new one is renamed anyway: the CLI would show a new name as the reason. */
const replacedName = ({ resource, history }: Context, olds: Props, news: Props): string | undefined =>
  resource.uniqueNames === "suffixed" && isEmpty(olds) ? history.of(keyOf(news)).madeName : undefined;

/** Marks a kept name as secret if the program once passed it so, because engines mark only values from the program. */
function withSecretName(asked: Props, inputs: Props): Props {
  const isKept = asked.name === undefined && inputs[hidden.secretName] === true;
  return isKept ? { ...inputs, name: inEnvelope(inputs.name) } : inputs;
}
