import { redact, textsIn } from "../../client/errors/redact";
import { visible } from "../../client/errors/visible";
import type { Notify } from "./notify";

/**
 * What the programs of this process marked as secret, whatever argument it is in: a name, a description, an image. Nothing
 * that the provider says quotes it.
 */
export class Marked {
  private readonly texts = new Set<string>();
  /** The texts in the ways in which our own sentences spell them. */
  private readonly spelled = new Set<string>();

  /** Every text in the value. */
  add(value: unknown): void {
    for (const text of textsIn(value)) {
      if (text === "" || this.texts.has(text)) continue;
      this.texts.add(text);
      for (const spelling of [text, JSON.stringify(text).slice(1, -1), visible(text)]) this.spelled.add(spelling);
    }
  }

  readonly has = (text: string): boolean => this.texts.has(text);

  /** Of what was marked, what the text holds. */
  foundIn(text: string): string[] {
    return [...this.spelled].filter((spelling) => text.includes(spelling));
  }

  /** The text without anything that was marked. */
  hide(text: string): string {
    return redact(text, this.foundIn(text));
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
