import type { DisplayOptions } from "../../../cli/stack/display";
import { displayOn } from "../../../cli/stack/display";
import { VirtualTerminal } from "../../../scripts/docs/screens/virtual-terminal";

/** A display on a terminal, whose seconds pass when told. */
export function opened(columns: number, rows: number, options: DisplayOptions) {
  let time = 0;
  const calls = new Set<() => void>();
  const everySecond = (call: () => void) => {
    calls.add(call);
    return () => void calls.delete(call);
  };
  const terminal = new VirtualTerminal({ columns, rows, now: () => time, everySecond });
  const pass = (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      time += 1_000;
      for (const call of calls) call();
    }
  };
  return { terminal, pass, display: displayOn(terminal.io, terminal.io.stdout, options) };
}
