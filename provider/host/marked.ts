import { textsIn, withoutWordings, wordingsOf } from "../../client/errors/redact";
import type { Notify } from "./notify";

/**
 * What the programs of this process marked as secret, whatever argument it is in: a name, a description, an image. Nothing
 * that the provider says quotes it.
 */
export class Marked {
  private readonly texts = new Set<string>();
  private readonly wordings = new Set<string>();

  /** Every text in the value. */
  add(value: unknown): void {
    for (const text of textsIn(value)) this.learn(text);
  }

  private learn(text: string): void {
    if (text === "" || this.texts.has(text)) return;
    this.texts.add(text);
    for (const wording of wordingsOf(text)) this.wordings.add(wording);
  }

  readonly has = (text: string): boolean => this.texts.has(text);

  /** The text without anything that was marked. */
  hide(text: string): string {
    return withoutWordings(text, [...this.wordings]);
  }

  /** The same error, which no longer quotes anything that was marked; nor do the reasons that state keeps of it. */
  hideIn(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const said = error as { message: string; stack?: string; reasons?: unknown };
    said.message = this.hide(error.message);
    if (error.stack !== undefined) said.stack = this.hide(error.stack);
    if (Array.isArray(said.reasons))
      said.reasons = said.reasons.map((reason) =>
        typeof reason === "string" ? this.hide(reason) : (reason as unknown),
      );
    this.hideIn(error.cause);
    return error;
  }

  /** Says the same to the same people, without anything that was marked. */
  hiding(notify: Notify): Notify {
    return {
      warn: (message, urn) => notify.warn(this.hide(message), urn),
      info: (message, urn) => notify.info(this.hide(message), urn),
    };
  }
}
