import { hidden, keyOf } from "../../state/state";
import { isEmpty, type Props, sameValue } from "../../table/props";
import { hasUnknown } from "../../table/unknown";

/** A resource that the provider gives no reason to replace. */
export interface ReplacedByOption {
  readonly props: Props;
  /** The arguments that change in place according to `diff`; none if it was not called. */
  readonly inPlace: readonly string[];
}

/** The object of a resource that the engine replaces without a diff, as a read shows it. */
export interface Predecessor {
  readonly id: string;
  /** Its outputs; or that it is gone, or could not be read. */
  readonly found: Props | "gone" | "unseen";
  readonly isRetained: boolean;
}

/**
 * Who asks for a difference:
 * - `program`: a preview or an up, for a resource in the program;
 * - `deletion`: a dependency of the resource is about to be deleted, so the inputs made from it are unknown;
 * - `refresh`: to show drift. The answer has no effect, but an error would fail the refresh.
 */
export type Asker = "program" | "deletion" | "refresh";

/**
 * The knowledge from earlier calls of this run. The host does not tell `diff` who asks or why, but the calls before it do
 * (docs/reference/pulumi-engine.md, section 5).
 */
export class CallHistory {
  private checked: Props | undefined;
  /** By key: the generated name of the resource's object. */
  private readonly madeNames = new Map<string, unknown>();
  /** By key: the program's inputs for the resource. */
  private readonly inputs = new Map<string, Props>();
  /** By key: the resource that the engine would replace against the provider's answer. */
  private readonly replaced = new Map<string, ReplacedByOption>();
  /** By key: the object of a resource that the engine replaces without a diff. */
  private readonly predecessors = new Map<string, Predecessor | undefined>();
  /** By key: why the engine deletes a resource together with one that it needs. */
  private readonly goingAlong = new Map<string, string>();
  /** By entry of the state: the number of reads that no diff has followed yet. */
  private readonly read = new Map<string, number>();
  /** Ids of objects that seemed gone and are being replaced. */
  private readonly goneIds = new Set<string>();
  /** By key: the object of a resource in the program. */
  private readonly objects = new Map<string, string>();

  /**
   * Notes a check. The engine handles one registration at a time: `check`, then `diff` of the same inputs.
   *
   * @param olds the inputs in the state; empty if there are none or the engine replaces the resource.
   */
  sawCheck(inputs: Props, olds: Props): void {
    this.checked = inputs;
    const key = keyOf(inputs);
    if (key === undefined) return;
    this.inputs.set(key, inputs);
    if (isEmpty(olds)) return;
    this.replaced.set(key, { props: olds, inPlace: [] });
    this.madeNames.set(key, inputs[hidden.autoName]);
  }

  /** The generated name of the object that this run replaces. */
  madeName(key: string | undefined): string | undefined {
    const name = key === undefined ? undefined : this.madeNames.get(key);
    return typeof name === "string" ? name : undefined;
  }

  /**
   * Notes the answer of `diff` about the program's resource.
   *
   * @param props in the state.
   * @param inPlace names of arguments that change in place; none if nothing changes or the resource is replaced.
   */
  sawDiff(key: string | undefined, props: Props, inPlace: readonly string[]): void {
    if (key === undefined) return;
    if (inPlace.length > 0) this.replaced.set(key, { props, inPlace });
    else this.replaced.delete(key);
  }

  /**
   * The state of a resource that the engine replaces because of an option, without such an answer of `diff`. With
   * `replacementTrigger`, `replaceWith` or `deletedWith` it does not ask (docs/reference/pulumi-engine.md, section 5.2),
   * and with `replaceOnChanges` it overrides the answer of a plugin. A resource that `--replace` or a taint replaces is
   * checked only once, like a new one.
   */
  replacedByOption(key: string | undefined): ReplacedByOption | undefined {
    return key === undefined ? undefined : this.replaced.get(key);
  }

  /** Notes the object of a resource that is checked as if it were new; undefined if it has none. */
  sawPredecessor(key: string | undefined, predecessor: Predecessor | undefined): void {
    if (key !== undefined) this.predecessors.set(key, predecessor);
  }

  predecessorOf(key: string | undefined): Predecessor | undefined {
    return key === undefined ? undefined : this.predecessors.get(key);
  }

  /** Tells whether `--replace` or a taint replaces the resource, which the state has: the engine has not asked about the old object. */
  isReplacedOnRequest(key: string | undefined): boolean {
    return key !== undefined && !this.madeNames.has(key);
  }

  /** Notes that the engine deletes the resource ahead of its replacement, together with one that its arguments come from. */
  sawGoingAlong(key: string | undefined, why: string): void {
    if (key !== undefined) this.goingAlong.set(key, why);
  }

  /** Why the engine has deleted the resource, for the check of its replacement. */
  takeGoingAlong(key = ""): string | undefined {
    const why = this.goingAlong.get(key);
    this.goingAlong.delete(key);
    return why;
  }

  /** The program's arguments for a resource in this run; undefined if the program lacks the resource or does not run. */
  programInputs(key: string | undefined): Props | undefined {
    return key === undefined ? undefined : this.inputs.get(key);
  }

  /**
   * Notes a read by a refresh, which asks for a diff next; no other operation reads a managed object before its diff. A
   * resource that was replaced by its own object is read twice, as the new and as the old one.
   *
   * @param props the outputs of the resource: while `adopt` moves an object, two resources have it.
   */
  sawRead(id: string, props: Props): void {
    const entry = readingOf(id, props);
    this.read.set(entry, (this.read.get(entry) ?? 0) + 1);
  }

  sawGone(id: string): void {
    this.goneIds.add(id);
  }

  hasReplacedAsGone(id: string): boolean {
    return this.goneIds.has(id);
  }

  sawObject(id: string, key: string | undefined): void {
    if (key !== undefined) this.objects.set(key, id);
  }

  /** Tells whether this run, or an earlier interrupted one, replaced an object that seemed gone. */
  isReplacedAsGone(id: string, key: string | undefined): boolean {
    const current = key === undefined ? undefined : this.objects.get(key);
    return this.goneIds.has(id) || (current !== undefined && current !== id);
  }

  /** Who asks for this diff: the refresh, once for each of its reads; after that, the program. */
  askerOf(id: string, olds: Props, news: Props): Asker {
    const entry = readingOf(id, olds);
    const reads = this.read.get(entry) ?? 0;
    if (reads > 0) {
      this.read.set(entry, reads - 1);
      return "refresh";
    }
    const isRegistered = this.checked !== undefined && sameValue(this.checked, news);
    return hasUnknown(news) && !isRegistered ? "deletion" : "program";
  }
}

const readingOf = (id: string, outputs: Props): string => `${id}/${keyOf(outputs) ?? ""}`;
