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
 * Who asks for a difference: a preview or an up of the program; a deletion of what the resource depends on, so that inputs
 * are unknown; or a refresh, which ignores the answer but would fail with an error.
 */
export type Asker = "program" | "deletion" | "refresh";

/** The knowledge about a resource of the program. */
interface OfResource {
  /** The program's inputs; omitted if the program lacks the resource or does not run. */
  readonly inputs?: Props;
  /** The generated name of its object. */
  readonly madeName?: string | undefined;
  /** It was checked as one that the state has: a resource that `--replace` or a taint replaces is checked only as a new one. */
  readonly isInState?: true;
  /** Its state, if an option makes the engine replace it without `diff` or against it (docs/reference/pulumi-engine.md, section 5.2). */
  readonly replacedByOption?: ReplacedByOption | undefined;
  /** Its object, if it is checked as if it were new and has one. */
  readonly predecessor?: Predecessor | undefined;
  /** Why the engine has deleted it ahead of its replacement, together with one that its arguments come from. */
  readonly goesAlong?: string | undefined;
  /** The id of its object, according to the last diff. */
  readonly object?: string;
}

/** What earlier calls tell: the host does not say who asks for a diff, or why (docs/reference/pulumi-engine.md, section 5). */
export class CallHistory {
  private checked: Props | undefined;
  private readonly resources = new Map<string, OfResource>();
  /** By entry of the state: the number of reads that no diff has followed yet. */
  private readonly read = new Map<string, number>();
  /** Ids of objects that seemed gone and are being replaced. */
  readonly goneIds = new Set<string>();

  of(key: string | undefined): OfResource {
    return (key !== undefined && this.resources.get(key)) || {};
  }

  note(key: string | undefined, facts: OfResource): void {
    if (key !== undefined) this.resources.set(key, { ...this.of(key), ...facts });
  }

  /** Notes a check, which `diff` of the same inputs follows. @param olds empty if there are none or the resource is replaced. */
  sawCheck(inputs: Props, olds: Props): void {
    this.checked = inputs;
    this.note(keyOf(inputs), { inputs });
    if (isEmpty(olds)) return;
    const { [hidden.autoName]: name } = inputs;
    const madeName = typeof name === "string" ? name : undefined;
    this.note(keyOf(inputs), { madeName, isInState: true, replacedByOption: { props: olds, inPlace: [] } });
  }

  /** Notes the arguments that change in place according to `diff`; none if nothing changes or the resource is replaced. */
  sawDiff(key: string | undefined, props: Props, inPlace: readonly string[]): void {
    this.note(key, { replacedByOption: inPlace.length > 0 ? { props, inPlace } : undefined });
  }

  /** Notes a read by a refresh, which alone asks for a diff next. While `adopt` moves an object, two resources have it. */
  sawRead(id: string, props: Props): void {
    const entry = readingOf(id, props);
    this.read.set(entry, (this.read.get(entry) ?? 0) + 1);
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
