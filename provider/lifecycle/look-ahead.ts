import { ownMember } from "../../values/own-member";
import type { Identified, Operations } from "../kinds/operations";
import { lostVariables } from "../kinds/shared/environment";
import { broughtBack } from "../kinds/shared/template-variables";
import { isConcealed } from "../state/concealed";
import { declaredNames, hidden } from "../state/state";
import { firstDeclaredOpaque } from "../table/diff";
import { pick, type Props } from "../table/props";
import type { Lost } from "../table/reasons";
import { appliesTemplate, type Wanted } from "../table/requests";
import type { Resource } from "../table/resource";
import { withBothDeclared } from "./applying/uncertain";
import type { Context } from "./context";

/**
 * What a preview of an update has to know and state does not tell, because it leaves out what may hold a secret and the
 * program had not declared. The object is looked at where that counts, once.
 */
export class LookAhead {
  private looked: Promise<Identified | "gone" | "unseen"> | undefined;

  constructor(
    private readonly context: Context,
    private readonly id: string,
    private readonly state: Props,
    private readonly news: Props,
  ) {}

  /** State, with what the program declares for the first time, and what state conceals though it may replace, as the platform has it. */
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

  /** Variables that the update takes away and that the program never declared. */
  async lost(changed: ReadonlySet<string>): Promise<Lost> {
    const { resource, operations } = this.context;
    const { news } = this;
    if (!operations.environmentOf || !sendsEnv(resource, { news, changed })) return [];
    const object = await this.look();
    if (object === "gone") return [];
    return object === "unseen" ? object : lostIn(resource, operations, object, this.found(object), { news, changed });
  }

  /** Variables that get their template's value back, since the program no longer sets them. */
  async brought(changed: ReadonlySet<string>): Promise<Lost> {
    const { context, state: olds, news } = this;
    if (!context.operations.environmentOf) return [];
    return broughtBack(context.session, context.resource, { olds, news, changed }).then(Object.keys, () => "unseen");
  }

  /**
   * The run of the container as the platform has it, of an object that is to change while the state has it running: a
   * change that restarts a container starts one that was stopped since.
   */
  async run(changed: ReadonlySet<string>): Promise<Props | "unseen"> {
    if (changed.size === 0 || !this.context.operations.runOf || this.state.desiredStatus !== "RUNNING") return {};
    const object = await this.look();
    if (object === "gone") return {};
    return object === "unseen" ? object : pick(this.found(object), ["status", "startedAt"]);
  }

  /** As the update will find it. */
  private found(object: Identified): Props {
    return this.context.outputs(object, withBothDeclared(this.context.resource, this.state, this.news));
  }

  /** That a look fails says nothing of the program, and the update will say it. */
  private look(): Promise<Identified | "gone" | "unseen"> {
    const read = () => this.context.lookup.read(this.id, this.state);
    return (this.looked ??= read().then(
      ({ object }) => object ?? "gone",
      () => "unseen",
    ));
  }
}

/** Arguments of which only another object can have another value, and that state conceals: whether they differ, the platform tells. */
export const concealedNames = ({ inputs }: Resource, state: Props): string[] =>
  Object.keys(inputs).filter(
    (name) => ownMember(inputs, name)!.change === "replace" && isConcealed(ownMember(state, name)),
  );

/** Variables of this object, which is to be updated, that the update takes away and that the program never declared. */
export function lostIn(
  resource: Resource,
  operations: Operations,
  object: Identified,
  olds: Props,
  wanted: Wanted,
): string[] {
  const env = operations.environmentOf?.(object);
  if (!env || !sendsEnv(resource, wanted)) return [];
  return lostVariables({ ...env, olds, news: wanted.news, appliesTemplate: appliesTemplate(resource, wanted) });
}

const sendsEnv = (resource: Resource, wanted: Wanted): boolean =>
  wanted.changed.has("env") || appliesTemplate(resource, wanted);
