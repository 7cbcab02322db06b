import { ownMember } from "../../values/own-member";
import { listed } from "./spelling";
import { fingerprintOf, hidden, uncertainNames } from "../state/state";
import { type Difference, firstDeclaredOpaque, namesToSend } from "./diff";
import { differingMembers, isEmpty, isObject, type Props, sameValue, strings } from "./props";
import { appliesTemplate, groupOf, isLeftToTemplate, isSetByTemplate } from "./requests";
import { canonical, type ContainerRun, type Field, type Resource } from "./resource";
import { isUnclear } from "./unknown";

/** Variables that an update removes and that the program never declared; "unseen" after a failed look. */
export type Lost = readonly string[] | "unseen";

export const goneReason = "It no longer exists on the platform, so a new one is created.";
/** The same where an object that is there already takes its place. */
export const goneBefore = "It no longer exists on the platform.";
/** The same of an object that was to change in place: only a refresh, which people see, has it made anew. */
export const goneInPlace =
  "It no longer exists on the platform, so `up` will fail on it; run `up --refresh`, which creates it again.";

/** Why a resource is deleted ahead of its replacement, together with one that these arguments come from. */
export const goesAlong = (names: readonly string[]): string =>
  `${listed(names, "and")}, which ${names.length === 1 ? "comes" : "come"} from a resource that is deleted before its replacement is made`;

/** Facts beside the state and the program. */
export interface Known {
  readonly lost?: Lost;
  /** Variables that get their template's value back. */
  readonly brought?: Lost;
  /** Arguments of an interrupted change whose start of the container has come. */
  readonly started?: readonly string[];
  readonly container?: ContainerRun;
}

const asItIs: ContainerRun = { run: "stays", by: [] };

/** A preview's sentences on why `up` replaces or updates the object, and the effect on a running one, without values. */
export function reasons(
  resource: Resource,
  state: Props,
  news: Props,
  found: readonly Difference[],
  { lost = [], brought = [], started = [], container: { run, onlyIf } = asItIs }: Known = {},
): string[] {
  const replacing = found.filter(({ effect }) => effect === "replace");
  if (replacing.length > 0) return replacing.map((each) => whyReplaced(resource, state, news, each));
  const waits =
    state[hidden.unready] === true ? ["The last run ended before it was ready, so this one waits for it."] : [];
  const changed = namesToSend(state, found);
  const effects = resource.sideEffects?.(run, { state, news, changed }) ?? [];
  return [
    ...whyUpdated(resource, state, news, found, { lost, brought }),
    ...whatIsLost(resource, news, changed, lost),
    ...notAgain(started),
    ...waits,
    ...effects.map((each) => (onlyIf ? `If ${onlyIf}, ${each.charAt(0).toLowerCase()}${each.slice(1)}` : each)),
  ];
}

function whyReplaced(resource: Resource, state: Props, news: Props, difference: Difference): string {
  const { name, isByOption } = difference;
  const field = ownMember(resource.inputs, name)!;
  const what = listed(named(name, field, state, news), "and");
  if (isUnclear(name, state, news))
    return `Replaced if ${what} turns out to differ, which only \`up\` can tell${isByOption ? namedByOption : whyNotInPlace(difference)}.`;
  const how = ownMember(news, name) === undefined ? `is no longer in the program${meaning(field, news)}` : "changed";
  return `Replaced because ${what} ${how}${isByOption ? namedByOption : whyNotInPlace(difference)}.`;
}

/** The meaning of omitting the argument. Beside a template it may mean the template's value. */
function meaning(field: Field, news: Props): string {
  const byDefault = field.fromTemplate && news.templateId !== undefined ? undefined : defaultInWords(field);
  return byDefault === undefined ? "" : `, which means ${byDefault}`;
}

/** The value to which an argument returns when a program no longer sets it, in words. Undefined if there is none. */
export function defaultInWords({ absent }: Field): string | undefined {
  if (absent === undefined) return undefined;
  return absent === null || (typeof absent === "object" && isEmpty(absent)) ? "none" : JSON.stringify(absent);
}

const notAgain = (started: readonly string[]): string[] =>
  started.length === 0
    ? []
    : [
        `An interrupted run changed ${listed(started, "and")}, and the container has started since, so it is not started once more ` +
          "for that: this run goes on waiting as `waitFor` says.",
      ];

/** The reasons for updates in place, in display order, for one argument and for several. */
const whys = {
  changed: ["changes in place.", "change in place."],
  byDefault: [
    "goes back to its default: the program no longer sets it.",
    "go back to their defaults: the program no longer sets them.",
  ],
  cleared: ["is cleared: the program no longer sets it.", "are cleared: the program no longer sets them."],
  template: [
    "is left to the template, which is applied again as it is now.",
    "are left to the template, which is applied again as it is now.",
  ],
  brought: [
    "gets its template's value back: the program no longer sets it.",
    "get their template's values back: the program no longer sets them.",
  ],
  broughtUnseen: [
    "gets the value of its template, which could not be read, or is removed: the program no longer sets it.",
    "get the values of their template, which could not be read, or are removed: the program no longer sets them.",
  ],
  removed: ["is removed: the program does not set it.", "are removed: the program does not set them."],
  unknown: [
    "changes in place if it turns out to differ, which only `up` can tell.",
    "change in place if they turn out to differ, which only `up` can tell.",
  ],
  first: [
    "is declared for the first time: it is set to the program's value.",
    "are declared for the first time: they are set to the program's values.",
  ],
  unsure: [
    "is set again, because an earlier run ended before it was clear whether that worked.",
    "are set again, because an earlier run ended before it was clear whether that worked.",
  ],
  unrun: [
    "is set again, because the job has not run with it yet.",
    "are set again, because the job has not run with them yet.",
  ],
  foreign: [
    "is set again, because somebody else has changed it.",
    "are set again, because somebody else has changed them.",
  ],
  unread: [
    "is recorded as the program says, because the import could not read it.",
    "are recorded as the program says, because the import could not read them.",
  ],
  recorded: [
    "is recorded as the program's; the platform has this value already.",
    "are recorded as the program's; the platform has these values already.",
  ],
  secret: [
    "has a secret that the state has in plain text: it is encrypted there, and nothing is sent.",
    "have secrets that the state has in plain text: they are encrypted there, and nothing is sent.",
  ],
} as const;
type Why = keyof typeof whys;

function whyUpdated(
  resource: Resource,
  state: Props,
  news: Props,
  found: readonly Difference[],
  { lost, brought }: Required<Pick<Known, "lost" | "brought">>,
): string[] {
  const firsts = new Set(firstDeclaredOpaque(resource, state, news));
  const isApplied = appliesTemplate(resource, { news, changed: namesToSend(state, found) });
  const told = found.flatMap((difference): { why: Why; names: string[] }[] => {
    const { name, isNewlySecret } = difference;
    if (isNewlySecret) return [{ why: "secret", names: [name] }];
    const isSent = isApplied && isSetByTemplate(ownMember(resource.inputs, name)!);
    const why = whyOf(resource, difference, state, news, difference.isRecord ? isSent : firsts.has(name));
    const names = named(name, ownMember(resource.inputs, name)!, state, news, name === "env" ? lost : []);
    const { env } = news;
    if (name !== "env" || !isOfChange(why) || !(env === undefined || isObject(env))) return [{ why, names }];
    const variableIn = (path: string) => path.slice("env.".length);
    const gone = names.filter((each) => !Object.hasOwn(env ?? {}, variableIn(each)));
    const kept = names.filter((each) => !gone.includes(each));
    return [
      ...gone.map((each) => ({ why: whyGone(variableIn(each), isApplied, brought), names: [each] })),
      { why, names: kept },
    ];
  });
  return Object.entries(whys).flatMap(([why, [ofOne, ofSeveral]]) => {
    const names = told.filter((each) => each.why === why).flatMap((each) => each.names);
    return sentence(names, ofOne, ofSeveral);
  });
}

function whyOf(resource: Resource, { name, isRecord }: Difference, state: Props, news: Props, isFirst: boolean): Why {
  const field = ownMember(resource.inputs, name)!;
  const form = (value: unknown) => canonical(field, value ?? field.absent);
  const isSame = sameValue(form(ownMember(state, name)), form(ownMember(news, name)));
  if (strings(state[hidden.unread]).includes(name)) return "unread";
  if (isSame && strings(state[hidden.unrun]).includes(name)) return "unrun";
  if (uncertainNames(state).includes(name)) return "unsure";
  if (field.stampedBy !== undefined && fingerprintOf(state, name) === undefined) return "foreign";
  if (isFirst) return "first";
  if (isRecord) return "recorded";
  if (ownMember(news, name) === undefined) return whyLeftOut(resource, name, state, news);
  return isUnclear(name, state, news) ? "unknown" : "changed";
}

function whyLeftOut(resource: Resource, name: string, state: Props, news: Props): Why {
  const { group, absent } = ownMember(resource.inputs, name)!;
  if (isLeftToTemplate(resource, name, news)) return "template";
  const isWrittenElsewhere = groupOf(resource.inputs, name).some(
    (each) => ownMember(news, each) !== undefined && !sameValue(ownMember(state, each), ownMember(news, each)),
  );
  if (isWrittenElsewhere) return "changed";
  if (group) return "cleared";
  return absent === undefined ? "changed" : "byDefault";
}

/** The reason why an update removes a variable that the program does not set. */
function whyGone(variable: string, isApplied: boolean, brought: Lost): Why {
  if (isApplied) return "template";
  if (brought === "unseen") return "broughtUnseen";
  return brought.includes(variable) ? "brought" : "removed";
}

/** Tells whether a reason is a change by the program rather than another cause of an update. */
const isOfChange = (why: Why): boolean => ["changed", "unknown", "byDefault", "template"].includes(why);

/** The variables that an update of `env` also removes, since it replaces the whole map. */
function whatIsLost(resource: Resource, news: Props, changed: ReadonlySet<string>, lost: Lost): string[] {
  if (lost === "unseen")
    return ["The variables of the object could not be read: those that the program does not declare are removed."];
  const unless = unlessBrought(resource, news, changed);
  const names = lost.map((name) => `env.${name}`);
  return sentence(
    names,
    `is removed${unless}: the program does not declare it, and only the platform has its value.`,
    `are removed${unless}: the program does not declare them, and only the platform has their values.`,
  );
}

function unlessBrought(resource: Resource, news: Props, changed: ReadonlySet<string>): string {
  if (news.env !== undefined && !isObject(news.env)) return ", unless env, which is not known yet, says otherwise";
  return appliesTemplate(resource, { news, changed }) ? ", unless the template says otherwise" : "";
}

function sentence(names: readonly string[], ofOne: string, ofSeveral: string): string[] {
  if (names.length === 0) return [];
  return [`${listed(names, "and")} ${names.length === 1 ? ofOne : ofSeveral}`];
}

/** The words for an argument: a secret by its kind, differing variables by their names. None if all are told separately. */
function named(name: string, { secret, sensitive }: Field, state: Props, news: Props, apart: Lost = []): string[] {
  if (secret) return [`the secret ${name}`];
  const { [name]: old } = state;
  const { [name]: next } = news;
  if (!sensitive || (!isObject(old) && !isObject(next))) return [name];
  const differing = differingMembers(isObject(old) ? old : {}, isObject(next) ? next : {});
  if (differing.length === 0) return [name];
  const told = differing.filter((member) => apart === "unseen" || !apart.includes(member));
  return told.map((member) => `${name}.${member}`);
}

const namedByOption = ", which replaceOnChanges names";

const whyNotInPlace = ({ because }: Difference): string =>
  because === undefined ? ", and the platform can't change it in place" : ` (${because})`;
