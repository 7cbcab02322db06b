import type { Io, Output } from "../../../cli/io";
import { type Display, type DisplayOptions, displayOn } from "../../../cli/stack/display";
import { StackPlan } from "../../../cli/stack/plan";
import type { Catalog } from "../../../provider/cost/pricing";
import { VirtualTerminal } from "../../../scripts/docs/screens/virtual-terminal";

interface Options extends Omit<DisplayOptions, "plan"> {
  readonly plan?: StackPlan;
  /** Prices, where they are known. */
  readonly catalog?: Catalog;
}

/** A display whose plan hears what it hears, unless there has been a preview. */
export function shownOn(io: Pick<Io, "everySecond" | "now" | "stderr">, output: Output, options: Options): Display {
  const { planned, plan = StackPlan.of(planned?.steps ?? []), catalog = plan.catalog } = options;
  plan.catalog = catalog;
  const display = displayOn(io, output, { ...options, plan });
  return {
    onEvent: (event) => {
      if (!options.plan && !planned) plan.note(event);
      display.onEvent(event);
    },
    say: (sentence) => display.say(sentence),
    finish: (result, ending) => display.finish(result, ending),
    showPlan: (steps, said) => display.showPlan(steps, said),
    close: () => display.close(),
  };
}

/** A display on a terminal, whose seconds pass when told. */
export function opened(columns: number, rows: number, options: Options) {
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
  return { terminal, pass, display: shownOn(terminal.io, terminal.io.stdout, options) };
}
