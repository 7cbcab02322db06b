import { wrongSettings } from "../../host/settings";
import type { Identified } from "../../kinds/operations";
import { hidden, keyOf, secretsOf } from "../../state/state";
import { check as checkFields, type CheckFailure } from "../../table/check";
import { earlyRefusals, optionRefusals, unasked as replacingOptions } from "../../table/data-loss";
import { bytesOf } from "../../table/names";
import { isEmpty, type Props, strings } from "../../table/props";
import { adopteeIn, declaredBefore, misfitsOf, observedOf } from "../adoption/adopt";
import { type Foreseen, foreseeAdoption } from "../adoption/foresee-adoption";
import { nameFailures, warnOfInputs } from "../before-create";
import type { VerbContext } from "../context";
import { noteDeclared, noteMention, noteSecrets } from "../notes";
import { replacedUnasked, type Kept } from "../data-at-stake";
import { wordedFailure } from "../worded-failure";
import { inEnvelope } from "../../state/secret-envelope";

export interface CheckResult {
  readonly inputs: Props;
  readonly failures: CheckFailure[];
  /** The object that is about to be adopted. */
  readonly foreseen?: Foreseen;
}

export interface CheckOptions {
  /** The program's spelling of a path. Default: that of the table. */
  readonly spelled?: (path: string) => string;
  /**
   * Random bytes from the engine, from which a made-up name follows. An update plan records them, so that the run makes
   * the name of its preview. Empty if the engine gives none.
   */
  readonly seed?: Uint8Array;
}

/** Finds every mistake of a resource at once, fills in defaults, and makes up a name if the program gives none. */
export async function check<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  asked: Props,
  { spelled, seed }: CheckOptions = {},
): Promise<CheckResult> {
  const { resource, history, messages, marked } = context;
  noteSecrets(context, olds, asked);
  if (olds[hidden.secretName]) marked.add(olds.name);
  const isNew = isEmpty(olds);
  messages.learnUrn(asked, spelled);
  noteMention(context, asked);
  if (!isNew) noteInState(context, asked);
  const keptName = await interruptedName(context, olds, asked);
  const { object, refusal } = (isNew ? await adopteeIn(context, asked) : undefined) ?? {};
  const news = object ? { ...asked, name: asked.name ?? object.name } : asked;
  const had = object && observedOf(context, object);
  const { inputs, failures } = checkFields(resource, olds, news, bytesOf(seed) ?? context.randomBytes, keptName, had);
  if (refusal) failures.push({ property: "adopt", reason: refusal });
  const checked: Checked<T> = {
    context,
    olds,
    inputs,
    object,
    replaced: isNew ? await replacedUnasked(context, asked) : undefined,
  };
  for (const step of steps) if (failures.length === 0) failures.push(...(await step(checked)));
  failures.push(...wrongSettings(context.settings, resource.reaches));
  const isRight = failures.length === 0;
  const foreseen = object && isRight ? foreseeAdoption(context, inputs, object) : undefined;
  if (isRight && isNew) noteDeclared(context, inputs, object?.id);
  if (isRight) await warnOfReplaced(checked);
  if (isRight) await warnOfInputs(context, olds, asked, inputs, foreseen);
  history.sawCheck(inputs, isRight ? olds : {});
  for (const secret of secretsOf(resource, inputs)) context.session.secrets.add(secret);
  return {
    inputs: withSecretName(asked, inputs),
    failures: failures.map((failure) => wordedFailure(failure, context, strings(asked[hidden.secrets]), spelled)),
    ...(foreseen && { foreseen }),
  };
}

/** A resource whose arguments keep the rules of its table. */
interface Checked<T extends Identified> {
  readonly context: VerbContext<T>;
  readonly olds: Props;
  readonly inputs: Props;
  /** The object that it adopts. */
  readonly object: T | undefined;
  /** A replacement that the engine would make without a change of arguments. */
  readonly replaced: Kept | undefined;
}

type Step = <T extends Identified>(checked: Checked<T>) => CheckFailure[] | Promise<CheckFailure[]>;

/** Further refusals, in this order, up to the first step that finds any. */
const steps: readonly Step[] = [
  ({ context, inputs, object }) => (object ? misfitsOf(context, inputs, object) : []),
  ({ context, olds, inputs }) => (isEmpty(olds) ? [] : earlyRefusals(context.resource, olds, inputs)),
  ({ context, inputs, replaced }) =>
    replaced ? optionRefusals(context.resource, replaced.props, inputs, replaced.inPlace) : [],
  ({ context, inputs }) => declaredBefore(context, inputs),
  ({ context, inputs }) => nameFailures(context, inputs),
];

async function warnOfReplaced<T extends Identified>({ context, inputs, replaced }: Checked<T>): Promise<void> {
  if (!replaced) return;
  const { props, inPlace } = replaced;
  await context.messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
}

/** Notes a resource that the engine already has with these inputs. */
function noteInState<T extends Identified>({ session, kind }: VerbContext<T>, news: Props): void {
  const key = keyOf(news);
  if (key === undefined) return;
  session.books.ownership.engineHasResource(kind, key);
}

/** The name that an interrupted create made up for this resource, if neither the program nor the state has one. */
async function interruptedName<T extends Identified>(
  { session, kind }: VerbContext<T>,
  olds: Props,
  news: Props,
): Promise<string | undefined> {
  const key = keyOf(news);
  if (key === undefined || news.name !== undefined || olds.name !== undefined) return undefined;
  return session.books.creates.interruptedName(kind, key);
}

/**
 * Marks the kept name as a secret if the program once gave it as one. Engines mark only what the program gives, and
 * would store the kept name in plain text.
 */
function withSecretName(asked: Props, inputs: Props): Props {
  const isKept = asked.name === undefined && inputs[hidden.secretName] === true;
  return isKept ? { ...inputs, name: inEnvelope(inputs.name) } : inputs;
}
