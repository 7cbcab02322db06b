import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type Ambient,
  LocalStack,
  type OperationCallOptions,
  type OperationResult,
  type StepReport,
} from "../../engine/index";
import { type Driver, type DriverOptions, type Outcome, type Settings, type Step, type StepOp, toStep } from "./driver";

/** Drives the local engine, in this process; program and providers are processes of their own all the same. */
export class LocalDriver implements Driver {
  readonly title = "local engine";
  private stack: LocalStack | undefined;

  /** @param ambient what starts programs and providers; processes of their own, if left out. */
  constructor(
    private readonly options: DriverOptions,
    private readonly ambient?: Ambient,
  ) {}

  async open(): Promise<void> {
    const state = join(this.options.folder, "state");
    mkdirSync(state, { recursive: true });
    this.stack = await LocalStack.open({
      projectDir: this.options.projectFolder,
      stack: this.options.stack,
      backendUrl: `file://${state}`,
      passphrase: "quickstart",
      // Types are checked along with everything else; here it would be done anew for each chapter.
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      ...(this.ambient && { ambient: this.ambient }),
    });
  }

  async set(settings: Settings): Promise<void> {
    for (const [key, { value, secret = false }] of Object.entries(settings)) {
      await this.opened().setConfig(key, value, { secret });
    }
  }

  async preview(): Promise<Outcome> {
    return toOutcome(await this.opened().preview(this.call()));
  }

  async up(): Promise<Outcome> {
    return toOutcome(await this.opened().up(this.call()));
  }

  async refresh(): Promise<Outcome> {
    return toOutcome(await this.opened().refresh(this.call()));
  }

  async destroy(): Promise<Outcome> {
    return toOutcome(await this.opened().destroy(this.call()));
  }

  async close(): Promise<void> {
    rmSync(join(this.options.projectFolder, `Pulumi.${this.options.stack}.yaml`), { force: true });
  }

  /** A signal of its own for each operation: listeners would otherwise pile up on the one that outlives them all. */
  private call(): OperationCallOptions {
    return { terminate: AbortSignal.any([this.options.signal]) };
  }

  private opened(): LocalStack {
    if (!this.stack) throw new Error("open() comes first");
    return this.stack;
  }
}

function toOutcome({ result, steps, diagnostics }: OperationResult): Outcome {
  const messages = diagnostics.filter(({ severity }) => severity === "error" || severity === "warning");
  return {
    ok: result === "succeeded",
    steps: steps.flatMap(toSteps),
    messages: messages.map(({ message }) => message.trim()),
  };
}

const ops: Readonly<Partial<Record<StepReport["op"], StepOp>>> = {
  same: "same",
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

function toSteps({ op, urn, type, old, new: next, diffKeys, replaceKeys }: StepReport): Step[] {
  const known = ops[op];
  return known ? toStep(known, { urn, type, old, next, changedKeys: [...diffKeys, ...replaceKeys] }) : [];
}
