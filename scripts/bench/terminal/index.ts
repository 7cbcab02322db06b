import { displayOn } from "../../../cli/stack/display";
import { StackPlan } from "../../../cli/stack/plan";
import type { OperationResult } from "../../../engine";
import { LocalStack } from "../../../engine";
import { VirtualTerminal } from "../../docs/screens/virtual-terminal";
import { makeProject } from "../engine/project";

const ending = { command: "compute up" };

/**
 * What drawing takes of an `up` of so many resources that do nothing, which is the least time that one can take: the processor
 * time of the display beside that of the whole `up`, on a terminal of 120 × 40, with what is alike in one line and with a line for
 * each. Last the bytes that were written to the terminal.
 */
export async function runTerminalBench(
  print: (line: string) => void,
  counts: readonly number[] = [500],
): Promise<void> {
  print("| resources | lines | up, s | drawing, s | drawing, % | written, KB |");
  print("| --: | --- | --: | --: | --: | --: |");
  for (const count of counts)
    for (const isAll of [false, true])
      print(`| ${[count, isAll ? "one each" : "alike in one", ...(await measure(count, isAll))].join(" | ")} |`);
}

async function measure(count: number, isAll: boolean): Promise<string[]> {
  const project = makeProject(count);
  try {
    const { dir, backendUrl, passphrase, env } = project;
    const stack = await LocalStack.open({ projectDir: dir, backendUrl, passphrase, stack: "bench", env });
    const planned = await stack.preview();
    let drawingMs = 0;
    const timed = (work: () => void) => {
      const start = performance.now();
      work();
      drawingMs += performance.now() - start;
    };
    const stops: (() => void)[] = [];
    const terminal = new VirtualTerminal({
      columns: 120,
      rows: 40,
      isColored: true,
      now: () => performance.now(),
      everySecond: (call) => {
        // eslint-disable-next-line no-restricted-globals -- the terminal of the bench meets the clock, as the command's does
        const timer = setInterval(() => timed(call), 1_000);
        stops.push(() => clearInterval(timer));
        return () => clearInterval(timer);
      },
    });
    const start = performance.now();
    const plan = StackPlan.of(planned.steps);
    const display = displayOn(terminal.io, terminal.io.stdout, { isPlan: false, isAll, planned, plan });
    const done: OperationResult = await stack.up({ onEvent: (event) => timed(() => display.onEvent(event)) });
    timed(() => display.finish(done, ending));
    const upMs = performance.now() - start;
    for (const stop of stops) stop();
    if (done.result === "failed") throw new Error(done.diagnostics.map(({ message }) => message).join("\n"));
    await stack.destroy();
    const kb = terminal.writes.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1_024;
    return [seconds(upMs), seconds(drawingMs), ((drawingMs / upMs) * 100).toFixed(1), kb.toFixed(0)];
  } finally {
    project.remove();
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
