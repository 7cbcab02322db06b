import type { StepFacts } from "../effects/effect";
import { hidden, keyOf } from "../state/state";
import { lossWarning } from "../table/data-loss";
import type { Props } from "../table/props";
import type { Context } from "./context";

/** What `check` learns of a resource. */
interface Registered {
  readonly urn?: string;
  readonly isPreview?: boolean;
  /** Its name in the program. */
  readonly name?: string;
  /** How the program writes a path of the table. */
  readonly spelled?: (path: string) => string;
  /** The last phase that was printed. */
  phase?: string;
}

/** Messages of the verbs of one kind to the person who runs the program. They never change an answer. */
export class Messages {
  /** By key. */
  private readonly registered = new Map<string, Registered>();
  private readonly told = new Set<string>();

  constructor(private readonly context: Pick<Context, "resource" | "session">) {}

  /** Notes the URN and the name of a resource, and whether this is a preview: only `check` learns them. */
  learnUrn(asked: Props, spelled?: (path: string) => string): void {
    const { [hidden.urn]: urn, [hidden.preview]: isPreview, [hidden.logicalName]: name } = asked;
    const key = keyOf(asked);
    if (key === undefined) return;
    const registered = {
      ...(typeof urn === "string" && { urn, isPreview: isPreview === true }),
      ...(typeof name === "string" && { name }),
      ...(spelled && { spelled }),
    };
    this.registered.set(key, { ...this.of(asked), ...registered });
  }

  private of(props: Props): Registered {
    return this.registered.get(keyOf(props) ?? "") ?? {};
  }

  /** Kind and name of the resource for a sentence. The object's own name may be a secret; the name in the program is not. */
  called(news: Props): string {
    const label = this.labelOf(news);
    return label === undefined ? this.context.resource.kind : `${this.context.resource.kind} ${label}`;
  }

  /** The resource's name in the program, even if no `check` has learned it. */
  labelOf(news: Props): string | undefined {
    const name = this.nameOf(news) ?? news[hidden.logicalName];
    return typeof name === "string" ? name : undefined;
  }

  /** A path of the table as the program writes it. */
  spelled(news: Props, path: string): string {
    return this.of(news).spelled?.(path) ?? path;
  }

  /** The resource's name in the program, if known. */
  nameOf(news: Props): string | undefined {
    return this.of(news).name;
  }

  /** Prints a warning once, although the engine checks and compares several times. @param about inputs or outputs of its resource. */
  async warn(message: string, about: Props): Promise<void> {
    if (this.isNew(message)) await this.context.session.notify.warn(message, this.of(about).urn);
  }

  /** Prints the reasons for a step beside it, in previews only: `up` has already shown its preview. */
  async tellReasons(news: Props, reasons: readonly string[]): Promise<void> {
    const { urn, isPreview } = this.of(news);
    if (urn === undefined || !isPreview) return;
    for (const reason of reasons)
      if (this.isNew(`${urn} ${reason}`)) await this.context.session.notify.info(reason, urn);
  }

  /** Tells in an `up`, beside a resource, how it got its object: a predicate such as `has adopted …`. */
  async tell(news: Props, what: string): Promise<void> {
    await this.context.session.notify.info(`${this.called(news)} ${what}.`, this.of(news).urn);
  }

  /** Passes on what no step foresees: how an `up` gave a resource its object, or that one that is to change is gone. */
  async tellFacts(news: Props, facts: StepFacts): Promise<void> {
    const { urn } = this.of(news);
    if (urn !== undefined) await this.context.session.notify.facts?.(facts, urn);
  }

  /** Tells of the step of a resource in a preview, once. @returns what refuses it. */
  async onceInPreview<R>(news: Props, tell: (urn: string) => Promise<R>): Promise<R | undefined> {
    const { urn, isPreview } = this.of(news);
    const isDue = urn !== undefined && isPreview && this.isNew(`step of ${urn}`);
    return isDue ? tell(urn) : undefined;
  }

  /** Prints the phase of an object during a wait. */
  tellPhase(news: Props, phase: string | undefined): void {
    const registered = this.of(news);
    if (registered.urn === undefined || phase === undefined || registered.phase === phase) return;
    registered.phase = phase;
    void this.context.session.notify.status?.(phase, registered.urn);
  }

  /** Warns of the data that a replacement destroys. `dataLoss: "allow"` may have been set without this change in mind. */
  async warnOfLoss(olds: Props, replaces: readonly string[], news: Props): Promise<void> {
    const loss = lossWarning(this.context.resource, this.nameOf(news) ?? String(olds.name), olds, news, replaces);
    if (loss) await this.warn(loss, news);
  }

  /** Tells whether the message is new in this process, and marks it as told. */
  private isNew(message: string): boolean {
    const isNew = !this.told.has(message);
    this.told.add(message);
    return isNew;
  }
}
