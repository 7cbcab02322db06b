import type { Notify } from "../host/notify";
import type { StepFacts } from "../effects/effect";
import { hidden, keyOf } from "../state/state";
import { lossWarning } from "../table/data-loss";
import { isObject, type Props } from "../table/props";
import type { Resource } from "../table/resource";

/** Messages of the verbs of one kind to the person who runs the program. They never change an answer. */
export class Messages {
  /** By key: the URN of a resource, and whether the program that registered it runs in a preview. */
  private readonly registered = new Map<string, { readonly urn: string; readonly isPreview: boolean }>();

  /** By key: the resource's name in the program. */
  private readonly names = new Map<string, string>();

  /** By key: how the program writes a path of the table. */
  private readonly spellings = new Map<string, (path: string) => string>();

  private readonly told = new Set<string>();

  /** The last phase of each resource, by its URN. */
  private readonly phases = new Map<string, string>();

  constructor(
    private readonly resource: Resource,
    private readonly notify: () => Notify,
  ) {}

  /** Notes the URN and the name of a resource, and whether this is a preview: only `check` learns them. */
  learnUrn(asked: Props, spelled?: (path: string) => string): void {
    const { [hidden.urn]: urn, [hidden.preview]: isPreview, [hidden.logicalName]: name } = asked;
    const key = keyOf(asked);
    if (key === undefined) return;
    if (typeof urn === "string") this.registered.set(key, { urn, isPreview: isPreview === true });
    if (typeof name === "string") this.names.set(key, name);
    if (spelled) this.spellings.set(key, spelled);
  }

  /** Kind and name of the resource for a sentence. The object's own name may be a secret; the name in the program is not. */
  called(news: Props): string {
    const name = this.nameOf(news) ?? news[hidden.logicalName];
    return typeof name === "string" ? `${this.resource.kind} ${name}` : this.resource.kind;
  }

  /** A path of the table as the program writes it. */
  spelled(news: Props, path: string): string {
    return this.spellings.get(keyOf(news) ?? "")?.(path) ?? path;
  }

  /** The resource's name in the program, if known. */
  nameOf(news: Props): string | undefined {
    return this.names.get(keyOf(news) ?? "");
  }

  /** Prints a warning once, although the engine checks and compares several times. @param about inputs or outputs of its resource. */
  async warn(message: string, about: Props): Promise<void> {
    if (this.isNew(message)) await this.notify().warn(message, this.registered.get(keyOf(about) ?? "")?.urn);
  }

  /** Prints the reasons for a step beside it, in previews only: `up` has already shown its preview. */
  async tellReasons(news: Props, reasons: readonly string[]): Promise<readonly string[]> {
    const { urn, isPreview } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn === undefined || !isPreview) return reasons;
    for (const reason of reasons) if (this.isNew(`${urn} ${reason}`)) await this.notify().info(reason, urn);
    return reasons;
  }

  /** Tells in an `up`, beside a resource, how it got its object: a predicate such as `has adopted …`. */
  async tell(news: Props, what: string): Promise<void> {
    const { urn } = this.registered.get(keyOf(news) ?? "") ?? {};
    await this.notify().info(`${this.called(news)} ${what}.`, urn);
  }

  /** Passes on what no step foresees: how an `up` gave a resource its object, or that one that is to change is gone. */
  async tellFacts(news: Props, facts: StepFacts): Promise<void> {
    const { urn } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn !== undefined) await this.notify().facts?.(facts, urn);
  }

  /** Tells of the step of a resource in a preview, once. @returns what refuses it. */
  async onceInPreview<R>(news: Props, tell: (urn: string) => Promise<R>): Promise<R | undefined> {
    const { urn, isPreview } = this.registered.get(keyOf(news) ?? "") ?? {};
    const isDue = urn !== undefined && isPreview && this.isNew(`step of ${urn}`);
    return isDue ? tell(urn) : undefined;
  }

  /** Prints the phase of an object during a wait. */
  tellPhase(news: Props, phase: string | undefined): void {
    const { urn } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn === undefined || phase === undefined || this.phases.get(urn) === phase) return;
    this.phases.set(urn, phase);
    void this.notify().status?.(phase, urn);
  }

  /** Warns of valid but probably unintended inputs, once; `ofPlatform` asks the platform about a new resource. */
  async warnOfCautions(
    olds: Props,
    inputs: Props,
    ofPlatform: Readonly<Record<"caution" | "losses", () => Promise<string | undefined> | undefined>>,
  ): Promise<void> {
    const { cautions = [] } = this.resource;
    const isNew = Object.keys(olds).length === 0;
    const said = cautions.map((caution) => (isNew || caution(olds) === undefined ? caution(inputs) : undefined));
    if (isNew && !isObject(inputs.adopt)) said.push(await ofPlatform.caution());
    if (isNew) said.push(await ofPlatform.losses());
    for (const each of said) if (each) await this.warn(`${this.called(inputs)}: ${each}`, inputs);
  }

  /** Warns of the data that a replacement destroys. `dataLoss: "allow"` may have been set without this change in mind. */
  async warnOfLoss(olds: Props, replaces: readonly string[], news: Props): Promise<void> {
    const loss = lossWarning(this.resource, this.nameOf(news) ?? String(olds.name), olds, news, replaces);
    if (loss) await this.warn(loss, news);
  }

  /** Tells whether the message is new in this process, and marks it as told. */
  private isNew(message: string): boolean {
    const isNew = !this.told.has(message);
    this.told.add(message);
    return isNew;
  }
}
