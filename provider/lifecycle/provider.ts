import type { Listed } from "../state/identity";
import type { Sessions } from "../host/session";
import { asStep } from "../host/program";
import type { Config } from "../host/settings";
import type { Kind } from "../kinds/operations";
import type { Props } from "../table/props";
import { Context } from "./context";
import { type Changed, messagesOfStep, type StepMessages } from "./foresight/step";
import { check, type CheckOptions, type CheckResult } from "./verbs/check";
import { create } from "./verbs/create";
import { deleteObject } from "./verbs/delete";
import { diff, type DiffResult } from "./verbs/diff";
import { importObject } from "./verbs/import";
import { read } from "./verbs/read";
import { update } from "./verbs/update";

export type { CheckResult, DiffResult };

/** The provider verbs of one kind, as Pulumi's dynamic provider host calls them. Each is a function in `verbs/`. */
export class Provider {
  private made: Context | undefined;

  /** @param kind loaded at the first call, because most processes serve one or two kinds. */
  constructor(
    private readonly kind: () => Pick<Kind, "resource" | "operations">,
    private readonly sessions: Sessions,
  ) {}

  private get context(): Context {
    if (this.made) return this.made;
    const { resource, operations } = this.kind();
    return (this.made = new Context(resource, operations, this.sessions));
  }

  /** Stores its arguments at once: the host does not wait for the promise, and calls arrive in the meantime. */
  configure({ config }: { config: Config }): Promise<void> {
    this.context.configure(config);
    return Promise.resolve();
  }

  check(olds: Props, news: Props, options?: CheckOptions): Promise<CheckResult> {
    return this.answer(() => check(this.context, olds, news, options));
  }

  /** @param inClear arguments that the program marks as secret and `olds` have in plain text; the dynamic host can't tell. */
  diff(id: string, olds: Props, news: Props, inClear: readonly string[] = []): Promise<DiffResult> {
    return this.answer(() => diff(this.context, id, olds, news, inClear));
  }

  /** What a preview shows for a step besides its reasons. With the dynamic host, `check` and `diff` show it by themselves. */
  messagesOfStep(change: Changed, isMade: boolean): Promise<StepMessages> {
    return this.answer(() => messagesOfStep(this.context, change, isMade));
  }

  /** @param withinMs the engine's option, used if the argument `timeouts` is not set; the same for the other verbs. */
  create(inputs: Props, withinMs?: number): Promise<{ id: string; outs: Props }> {
    const made = this.answer(() => asStep(() => create(this.context, inputs, withinMs)));
    const { session, messages } = this.context;
    void made.catch(() => session.unmade.add(messages.called(inputs)));
    return made;
  }

  read(id: string, props: Props = {}): Promise<{ id: string; props: Props; inputs?: Props }> {
    return this.answer(() => read(this.context, id, props));
  }

  /** Reads an object that is in no state, with the arguments that would declare it. */
  import(id: string, given: Props): Promise<{ props: Props; inputs: Props }> {
    return this.answer(() => importObject(this.context, id, given));
  }

  list = (): Promise<readonly Listed[]> => this.context.operations.list(this.context.session);

  update(id: string, olds: Props, news: Props, withinMs?: number): Promise<{ outs: Props }> {
    return this.answer(() => asStep(() => update(this.context, id, olds, news, withinMs)));
  }

  delete(id: string, props: Props, withinMs?: number): Promise<void> {
    return this.answer(() => deleteObject(this.context, id, props, withinMs));
  }

  /** Answers a call of the engine, with the secrets masked in what it throws. */
  protected answer<R>(call: () => Promise<R>): Promise<R> {
    const { calls } = this.sessions.context;
    return (calls?.during(call) ?? call()).catch((error: unknown) => {
      throw this.sessions.knownSecrets.hideIn(error);
    });
  }
}
