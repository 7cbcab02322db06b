import { hidden, keyOf } from "../state/state";
import { isEmpty, type Props, sameValue } from "../table/props";
import { hasUnknown } from "../table/unknown";

/** A resource that the engine has no reason of the provider's to replace. */
export interface Kept {
  readonly props: Props;
  /** What changes in place, as `diff` has answered; none where it was not asked. */
  readonly inPlace: readonly string[];
}

/**
 * Who asks for a difference:
 * - `program`: a preview or an up, of a resource in the program;
 * - `deletion`: what a resource depends on is about to be deleted, and the inputs made of it are unknown;
 * - `refresh`: to show drift. Nothing follows from the answer, but an error would fail the refresh.
 */
export type Asker = "program" | "deletion" | "refresh";

/**
 * What the calls of this run have told. The host tells `diff` neither who asks nor why, but the calls before it do
 * (docs/reference/pulumi-engine.md, section 5).
 */
export class CallHistory {
  /** The inputs of the last `check`. */
  private checked: Props | undefined;
  /** By key: the name that was made up for the object that the resource has. */
  private readonly madeNames = new Map<string, unknown>();
  /** By key: the inputs that the program has for the resource. */
  private readonly inputs = new Map<string, Props>();
  /** By key: what the engine would go against if it replaced the resource now. */
  private readonly kept = new Map<string, Kept>();
  /** By entry of the state, how many reads of its object no question for its difference has followed yet. */
  private readonly read = new Map<string, number>();
  /** Ids of objects that seemed gone, so that another takes their place. */
  private readonly goneIds = new Set<string>();
  /** By key: the object of a resource that the program has. */
  private readonly objects = new Map<string, string>();

  /**
   * The engine handles one registration at a time: `check`, and then `diff` of the same inputs.
   *
   * @param olds the inputs in the state; empty where the engine has none, or replaces the resource.
   */
  sawCheck(inputs: Props, olds: Props): void {
    this.checked = inputs;
    const key = keyOf(inputs);
    if (key === undefined) return;
    this.inputs.set(key, inputs);
    if (isEmpty(olds)) return;
    this.kept.set(key, { props: olds, inPlace: [] });
    this.madeNames.set(key, inputs[hidden.autoName]);
  }

  /** The name that was made up for what this run replaces. */
  madeName(key: string | undefined): string | undefined {
    const name = key === undefined ? undefined : this.madeNames.get(key);
    return typeof name === "string" ? name : undefined;
  }

  /**
   * `diff` has answered about the program's resource.
   *
   * @param props in the state.
   * @param inPlace names of arguments that change in place; none where nothing changes, or the resource is replaced.
   */
  sawDiff(key: string | undefined, props: Props, inPlace: readonly string[]): void {
    if (key === undefined) return;
    if (inPlace.length > 0) this.kept.set(key, { props, inPlace });
    else this.kept.delete(key);
  }

  /**
   * What the state has of a resource that the engine checks as a replacement though `diff` did not answer so. An option of the program
   * makes it do that: with `replacementTrigger`, `replaceWith` or `deletedWith` it does not ask (docs/reference/pulumi-engine.md, section
   * 5.2), and with `replaceOnChanges` it does not heed the answer of a plugin. A resource that `--replace` or a taint replaces is checked once
   * only, as a new one is.
   */
  replacedByOption(key: string | undefined): Kept | undefined {
    return key === undefined ? undefined : this.kept.get(key);
  }

  /** The arguments that the program has for a resource in this run; undefined where it has none, or does not run. */
  programInputs(key: string | undefined): Props | undefined {
    return key === undefined ? undefined : this.inputs.get(key);
  }

  /**
   * A refresh has read the object, and asks for its difference next. Nobody else reads an object that the program manages and asks for its
   * difference after that. A resource that was replaced by its own object is read twice, as that and as what it replaced.
   *
   * @param props the outputs of the resource: while an object is handed over by `adopt`, two resources have it.
   */
  sawRead(id: string, props: Props): void {
    const entry = readingOf(id, props);
    this.read.set(entry, (this.read.get(entry) ?? 0) + 1);
  }

  /** `diff` answers that the object is gone and that another takes its place. */
  sawGone(id: string): void {
    this.goneIds.add(id);
  }

  /** In this run, `diff` has answered that the object is gone and that another takes its place. */
  hasReplacedAsGone(id: string): boolean {
    return this.goneIds.has(id);
  }

  /** The program has a resource of this key, and this is its object. */
  sawObject(id: string, key: string | undefined): void {
    if (key !== undefined) this.objects.set(key, id);
  }

  /** This run, or an earlier one that ended too soon, has put another object in the place of one that seemed gone. */
  isReplacedAsGone(id: string, key: string | undefined): boolean {
    const current = key === undefined ? undefined : this.objects.get(key);
    return this.goneIds.has(id) || (current !== undefined && current !== id);
  }

  /** Who asks for this difference. A refresh is told once for each read: whoever asks after it is the program. */
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

/** One resource together with its object. */
const readingOf = (id: string, outputs: Props): string => `${id}/${keyOf(outputs) ?? ""}`;
