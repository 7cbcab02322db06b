import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import type { Operations } from "../../kinds/operations";
import { lostVariables } from "../../kinds/shared/environment";
import { broughtBack } from "../../kinds/shared/template-variables";
import { isConcealed } from "../../state/concealed";
import { declaredNames, hidden } from "../../state/state";
import { firstDeclaredOpaque } from "../../table/diff";
import { isObject, pick, type Props } from "../../table/props";
import type { Lost } from "../../table/reasons";
import { appliesTemplate, type Wanted } from "../../table/requests";
import type { Resource } from "../../table/resource";
import { withBothDeclared } from "../missing/uncertain";
import type { Context } from "../context";

/**
 * Facts that a preview of an update needs and the state omits, because an undeclared value may be a secret. The object is
 * read once, and only if it matters.
 */
export class LookAhead {
  private looked: Promise<Listed | "gone" | "unseen"> | undefined;

  constructor(
    private readonly context: Context,
    private readonly id: string,
    private readonly state: Props,
    private readonly news: Props,
  ) {}

  /** The state, completed with the platform's values of newly declared arguments and of concealed ones that may force a replacement. */
  async compared(): Promise<Props> {
    const { state, news } = this;
    const { resource } = this.context;
    const first = firstDeclaredOpaque(resource, state, news);
    const names = [...first, ...concealedNames(resource, state)];
    const object = names.length > 0 ? await this.look() : "gone";
    if (typeof object === "string") return state;
    return {
      ...state,
      ...pick(this.found(object), names),
      [hidden.declared]: [...declaredNames(resource, state), ...first],
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

  /**
   * The containers' current run, for an update of an object that runs according to the state: a change that restarts a
   * container also starts one that was stopped in the meantime, and containers that have ended cost nothing.
   */
  async run(changed: ReadonlySet<string>): Promise<Props | "unseen"> {
    const { desiredStatus, pods } = this.state;
    if (changed.size === 0 || (desiredStatus !== "RUNNING" && !isObject(pods))) return {};
    const object = await this.look();
    if (object === "gone") return {};
    return object === "unseen" ? object : pick(this.found(object), ["status", "startedAt", "pods"]);
  }

  /** The object as the update will find it. */
  private found(object: Listed): Props {
    return this.context.outputs(object, withBothDeclared(this.context.resource, this.state, this.news));
  }

  /** Reads the object. A failure says nothing about the program, and the update will report it. */
  private look(): Promise<Listed | "gone" | "unseen"> {
    const read = () => this.context.lookup.read(this.id, this.state);
    return (this.looked ??= read().then(
      ({ object }) => object ?? "gone",
      () => "unseen",
    ));
  }
}

/** Concealed arguments that only a replacement can change: only the platform can tell whether they differ. */
export const concealedNames = ({ inputs }: Resource, state: Props): string[] =>
  Object.keys(inputs).filter(
    (name) => ownMember(inputs, name)!.change === "replace" && isConcealed(ownMember(state, name)),
  );

/** Undeclared variables of the object that the update removes. */
export function lostIn(
  resource: Resource,
  operations: Operations,
  object: Listed,
  olds: Props,
  wanted: Wanted,
): string[] {
  const env = operations.environmentOf?.(object);
  if (!env || !sendsEnv(resource, wanted)) return [];
  return lostVariables({ ...env, olds, news: wanted.news, appliesTemplate: appliesTemplate(resource, wanted) });
}

const sendsEnv = (resource: Resource, wanted: Wanted): boolean =>
  wanted.changed.has("env") || appliesTemplate(resource, wanted);
