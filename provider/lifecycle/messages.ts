import type { Notify } from "../host/notify";
import { hidden, keyOf } from "../state/state";
import { lossWarning } from "../table/data-loss";
import { isObject, type Props } from "../table/props";
import type { Resource } from "../table/resource";

/** What the verbs of one kind tell the person who runs the program. Nothing of it changes what they answer. */
export class Messages {
  /** By key: the URN of a resource, and whether the program that registered it runs in a preview. */
  private readonly registered = new Map<string, { readonly urn: string; readonly isPreview: boolean }>();

  /** By key: what the program calls the resource. */
  private readonly names = new Map<string, string>();

  private readonly told = new Set<string>();

  /** The last of each resource, by its URN. */
  private readonly phases = new Map<string, string>();

  constructor(
    private readonly resource: Resource,
    private readonly notify: () => Notify,
  ) {}

  /** Keeps the URN and the name of a resource, and whether this is a preview: only `check` is told. */
  learnUrn(asked: Props): void {
    const { [hidden.urn]: urn, [hidden.preview]: isPreview, [hidden.logicalName]: name } = asked;
    const key = keyOf(asked);
    if (key === undefined) return;
    if (typeof urn === "string") this.registered.set(key, { urn, isPreview: isPreview === true });
    if (typeof name === "string") this.names.set(key, name);
  }

  /** What the program calls the resource, where this run was told. */
  nameOf(news: Props): string | undefined {
    return this.names.get(keyOf(news) ?? "");
  }

  /** Warns people, of each thing once: the engine checks and compares several times. */
  async warn(message: string): Promise<void> {
    if (this.isNew(message)) await this.notify().warn(message);
  }

  /** Tells, in a preview, why there is a step for a resource, beside that step. An `up` has shown its preview before. */
  async tellReasons(news: Props, reasons: readonly string[]): Promise<readonly string[]> {
    const { urn, isPreview } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn === undefined || !isPreview) return reasons;
    for (const reason of reasons) if (this.isNew(`${urn} ${reason}`)) await this.notify().info(reason, urn);
    return reasons;
  }

  /**
   * Tells, in a preview, what a step does to the cost. Told once for each resource: the engine checks a replacement a second
   * time, as if it were new.
   */
  async tellCost(news: Props, cost: () => Promise<string | undefined>): Promise<void> {
    const { urn, isPreview } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn === undefined || !isPreview || !this.isNew(`cost of ${urn}`)) return;
    const said = await cost();
    if (said !== undefined) await this.notify().info(said, urn);
  }

  /** Tells how an object is that is waited for. */
  tellPhase(news: Props, phase: string | undefined): void {
    const { urn } = this.registered.get(keyOf(news) ?? "") ?? {};
    if (urn === undefined || phase === undefined || this.phases.get(urn) === phase) return;
    this.phases.set(urn, phase);
    void this.notify().status?.(phase, urn);
  }

  /**
   * Warns of what inputs are allowed to be and hardly meant to be. Said when inputs begin to be so, and not at every run from
   * then on.
   *
   * @param ofPlatform cautions for which the platform has to be asked, of new resources only.
   */
  async warnOfCautions(
    olds: Props,
    inputs: Props,
    ofPlatform: Readonly<Record<"caution" | "foresee", () => Promise<string | undefined> | undefined>>,
  ): Promise<void> {
    const { kind, cautions = [] } = this.resource;
    const isNew = Object.keys(olds).length === 0;
    const said = cautions.map((caution) => (isNew || caution(olds) === undefined ? caution(inputs) : undefined));
    if (isNew && !isObject(inputs.adopt)) said.push(await ofPlatform.caution());
    if (isNew) said.push(await ofPlatform.foresee());
    // What the program calls it: the object's own name may be a secret.
    const name = this.nameOf(inputs) ?? inputs[hidden.logicalName];
    const label = typeof name === "string" ? `${kind} ${name}` : kind;
    for (const each of said) if (each) await this.warn(`${label}: ${each}`);
  }

  /** Warns of the data that a replacement destroys. Whoever allowed that in the program may not have had this change in mind. */
  async warnOfLoss(olds: Props, replaces: readonly string[], news: Props): Promise<void> {
    const loss = lossWarning(this.resource, this.nameOf(news) ?? String(olds.name), olds, replaces);
    if (loss) await this.notify().warn(loss, this.registered.get(keyOf(news) ?? "")?.urn);
  }

  /** The message was not told before in this process, and counts as told now. */
  private isNew(message: string): boolean {
    const isNew = !this.told.has(message);
    this.told.add(message);
    return isNew;
  }
}
