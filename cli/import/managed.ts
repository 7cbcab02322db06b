import { quoted } from "../../values/shell";
import { isInAnyAccount, kinds } from "../../provider/kinds";
import type { Kind } from "../../provider/kinds/operations";
import type { KindName } from "../../provider/kinds/names";
import { inWords, isSeenFrom, type Sighting, sightingIn } from "../../provider/state/sighting";
import { pluginType } from "../../plugin/names";
import { onPlatformOf, type StackResource } from "../state/deployment";

export interface Found {
  readonly kind: KindName;
  readonly id: string;
  readonly name: string;
}

export class Managed {
  /** By id: omitted objects that may belong to another account, with the sightings of the stacks. */
  private readonly doubtful = new Map<string, Found & { readonly seen: readonly Sighting[] }>();
  /** Objects with the name of a create that an interrupted run of a stack began. */
  private readonly begun: Found[] = [];
  private readonly known: readonly StackResource[];

  /** @param here the address and key with which the account is read. */
  constructor(
    known: readonly StackResource[],
    private readonly here: Sighting,
  ) {
    this.known = onPlatformOf(here, known);
  }

  has(one: Found): boolean {
    if (
      this.known.some(
        (other) => (kinds[other.kind] as Kind).resource.entries === one.kind && isSeenFrom(this.here, other.outputs),
      )
    )
      return true;
    const same = this.known.filter(({ id }) => id === one.id);
    if (isInAnyAccount(one.kind) && same.length > 0 && !same.some((other) => isSeenFrom(this.here, other.outputs)))
      this.doubtful.set(one.id, {
        ...one,
        seen: [...new Set(same.flatMap(({ outputs }) => sightingIn(outputs) ?? []))],
      });
    if (same.length > 0) return true;
    const isBegun = this.known.some(
      ({ id, kind, inputs }) => id === "" && kind === one.kind && inputs["name"] === one.name,
    );
    if (isBegun) this.begun.push(one);
    return isBegun;
  }

  remarks(): string[] {
    const begun = this.begun.map(
      ({ kind, id, name }) =>
        `${kind} ${name} (${id}) is left out: an interrupted run of a stack began to create one of that name, and may have made this ` +
        "one. `doctor` in that stack says whether the next `up` takes it over, and what to do if it does not.",
    );
    const doubtful = [...this.doubtful.values()].map(
      ({ kind, id, name, seen }) =>
        `${kind} ${name} is left out: a stack has it, and last saw it with ${seen.map(inWords).join(" and ")}. It has the same id ` +
        `in every account. If that is another account, import it here too: pulumi import ${pluginType(kind)} <name> ${quoted(id)}`,
    );
    return [...begun, ...doubtful];
  }
}
