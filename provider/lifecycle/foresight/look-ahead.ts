import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { lostIn, sendsEnv } from "../../kinds/shared/environment";
import { broughtBack } from "../../kinds/shared/template-variables";
import { isHourly } from "../../kinds/prices";
import { isConcealed } from "../../state/concealed";
import { declaredNames, hidden } from "../../state/state";
import {
  type Difference,
  differences,
  firstDeclaredOpaque,
  namesToSend,
  newlyRecorded,
  replacing,
} from "../../table/diff";
import { isObject, pick, type Props } from "../../table/props";
import type { Lost } from "../../table/reasons";
import type { Resource } from "../../table/resource";
import { isUnclear } from "../../table/unknown";
import { withBothDeclared } from "../missing/uncertain";
import type { Context } from "../context";
import { withNewIds } from "./references";

/** What a preview of an update needs and the state omits, as possible secrets. The object is read once, if it matters. */
export class LookAhead {
  private looked: Promise<Listed | "gone" | "unseen"> | undefined;

  constructor(
    private readonly context: Context,
    private readonly id: string,
    private readonly state: Props,
    private readonly news: Props,
    /** Arguments that the program newly marks as secret. */
    private readonly inClear: readonly string[],
  ) {}

  async compared(): Promise<Foreseen> {
    const comparison = await this.comparison();
    const { known, found } = comparison;
    const foreseen = withNewIds(this.context, this.state, this.news);
    return { ...comparison, foreseen, mayStay: replacing(found).every((name) => isUnclear(name, known, foreseen)) };
  }

  private async comparison(): Promise<Comparison> {
    const { context, id, state, news, inClear } = this;
    const { resource } = context;
    const unread = comparison(resource, id, state, news, inClear);
    // What is gone costs nothing any more, has no data to lose and can't be changed.
    const isChanged = unread.found.length > 0 || unread.isRunUnseen;
    const mayBeGone = isChanged && (isHourly(context.kind) || resource.data !== undefined);
    if (namesRead(resource, state, news).length === 0 && !unread.isRunUnseen && !mayBeGone) return unread;
    const object = await this.look();
    if (typeof object !== "string") return comparison(resource, id, state, news, inClear, this.found(object));
    return {
      ...unread,
      isGone: mayBeGone && object === "gone",
      isRunUnseen: unread.isRunUnseen && object === "unseen",
    };
  }

  /** Undeclared variables that the update removes. */
  async lost(changed: ReadonlySet<string>): Promise<Lost> {
    const { resource, operations } = this.context;
    const { news } = this;
    if (!operations.environmentOf || !sendsEnv(resource, { news, changed })) return [];
    const object = await this.look();
    if (object === "gone") return [];
    return object === "unseen" ? object : lostIn(resource, operations, object, this.found(object), { news, changed });
  }

  /** Variables that return to their template's value because the program no longer sets them. */
  async brought(changed: ReadonlySet<string>): Promise<Lost> {
    const { context, state: olds, news } = this;
    if (!context.operations.environmentOf) return [];
    return broughtBack(context.session, context.resource, { olds, news, changed }).then(Object.keys, () => "unseen");
  }

  /** The object as the update will find it. */
  private found(object: Listed): Props {
    return this.context.outputs(object, withBothDeclared(this.context.resource, this.state, this.news));
  }

  /** Reads the object. A failure says nothing about the program, and the update will report it. */
  private look(): Promise<Listed | "gone" | "unseen"> {
    return (this.looked ??= this.context.lookup.seen(this.id, this.state));
  }
}

/** Newly declared arguments that may hold a secret, and concealed ones. */
const namesRead = (resource: Resource, state: Props, news: Props): string[] => [
  ...firstDeclaredOpaque(resource, state, news),
  ...concealedNames(resource, state),
];

/** The outputs that tell whether containers run. A pod that runs according to the state is brought back to that. */
const namesOfRun = ({ desiredStatus, pods }: Props): string[] =>
  desiredStatus === undefined && !isObject(pods)
    ? []
    : ["status", "startedAt", "pods", ...(desiredStatus === "EXITED" ? ["desiredStatus"] : [])];

function withRead(resource: Resource, state: Props, news: Props, object: Props): Props {
  const names = namesRead(resource, state, news);
  if (names.length === 0) return state;
  const declared = [...declaredNames(resource, state), ...firstDeclaredOpaque(resource, state, news)];
  return { ...state, ...pick(object, names), [hidden.declared]: declared };
}

/** The differences that a preview tells and an update carries out. */
export interface Comparison {
  /** The state, completed with the object's values that matter to the comparison. */
  readonly known: Props;
  readonly found: readonly Difference[];
  /** It goes by the state's word on whether containers run. */
  readonly isRunUnseen: boolean;
  /** The object that is to change is gone. */
  readonly isGone?: boolean;
}

export interface Foreseen extends Comparison {
  /** The program's inputs with stand-ins for new ids, by which sentences go. */
  readonly foreseen: Props;
  /** Only `up` can tell whether a replacement is needed. */
  readonly mayStay: boolean;
}

/**
 * Compares state and program. A change to a container also starts or stops one whose run has changed meanwhile, and one
 * that has ended costs nothing, so the current run counts. @param object its outputs, if it was read.
 */
export function comparison(
  resource: Resource,
  id: string,
  state: Props,
  news: Props,
  inClear: readonly string[],
  object?: Props,
): Comparison {
  const known = object ? withRead(resource, state, news, object) : state;
  const found = differences(resource, id, known, news);
  const isReplaced = replacing(found).length > 0;
  const recorded = [...inClear, ...newlyRecorded(resource, state, news, found)];
  const isChanged = isReplaced || namesToSend(known, found).size + recorded.length > 0;
  const names = isChanged ? namesOfRun(state) : [];
  if (!object || names.length === 0) return { known, found, isRunUnseen: names.length > 0 };
  const now = { ...known, ...pick(object, names) };
  return { known: now, found: isReplaced ? found : differences(resource, id, now, news), isRunUnseen: false };
}

/** Concealed arguments: only the platform can tell whether they differ. */
export const concealedNames = ({ inputs }: Resource, state: Props): string[] =>
  Object.keys(inputs).filter((name) => isConcealed(ownMember(state, name)));
