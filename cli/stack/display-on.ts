import type { Io, Output } from "../io";
import type { Display, DisplayOptions } from "./display";
import { LineDisplay } from "./line-display";
import { TreeDisplay } from "./tree-display";

/** A tree that is redrawn in place if the terminal can erase lines; otherwise one line after the other. */
export const displayOn = (
  io: Pick<Io, "everySecond" | "now" | "stderr">,
  output: Output,
  options: DisplayOptions,
): Display => (output.isLive ? new TreeDisplay(io, output, options) : new LineDisplay(io, output, options));
