import { type Props, sameValue } from "./props";
import { hasUnknown } from "./unknown";

/**
 * The host tells `diff` neither why it is asked nor for which resource. What `check` saw last tells: the engine handles
 * one registration at a time, `check` and then `diff` of the same inputs.
 */
export class LastChecked {
  private inputs: Props | undefined;

  remember(inputs: Props): void {
    this.inputs = inputs;
  }

  /**
   * Who asks:
   * - `program`: a preview or an up, of a resource in the program;
   * - `deletion`: what a resource depends on is about to be deleted, and the inputs made of it are unknown;
   * - `refresh`: to show drift. Nothing follows from the answer, but an error would fail the refresh.
   */
  whoAsks(news: Props): "program" | "deletion" | "refresh" {
    if (this.inputs && sameValue(this.inputs, news)) return "program";
    return hasUnknown(news) ? "deletion" : "refresh";
  }
}
