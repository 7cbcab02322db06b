import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, type Output } from "../../cli/io";
import type { KeepDocument } from "../../cli/documents/keep";
import { createProgram } from "../../cli/program";
import type { Emulator } from "../../emulator";
import { unattendedIo } from "../unattended-io";

/** How a pass ends early, after so many turns of the event loop: as by Ctrl-C, or with no time for a word or a file. */
export interface Death {
  readonly turns: number;
  readonly isSudden: boolean;
}

/** What is seen of a pass from outside. */
export interface Passed {
  /** Undefined if it died. */
  readonly code: number | undefined;
  readonly documents: readonly KeepDocument[];
  readonly errors: string;
}

/** One machine that keeps: the real command, with a home of its own. */
export class Keeper {
  private readonly memory: string;
  readonly metrics: string;

  constructor(
    private readonly emulator: Emulator,
    private readonly project: string,
    private readonly home: string,
    private readonly address: string,
  ) {
    mkdirSync(home);
    this.memory = join(home, "keep.json");
    this.metrics = join(home, "keep.prom");
  }

  async pass(death: Death | undefined): Promise<Passed> {
    const { emulator, home, memory, metrics, address } = this;
    const ending = new AbortController();
    const written = { out: "", err: "" };
    const io = unattendedIo({
      env: { HOME: home, COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey },
      cwd: this.project,
      now: () => emulator.clock.now(),
      signal: ending.signal,
      // Waits between attempts take no time, since nothing changes in the middle of a pass.
      clock: { now: () => emulator.clock.now(), sleep: async (_, signal) => signal?.throwIfAborted() },
    });
    const into = (output: Output, name: "out" | "err"): Output => ({
      ...output,
      write: (text) => (written[name] += text),
      writePainted: (text) => (written[name] += text),
    });
    let turns = 0;
    let remains: (() => void) | undefined;
    const turn = () => {
      if (death === undefined || isOver) return;
      if (++turns <= death.turns) return void setImmediate(turn);
      if (death.isSudden) remains = this.asItIs();
      ending.abort(new CommandFailure("stopped", 1));
    };
    let isOver = false;
    turn();
    const where = ["--remember", memory, "--metrics", metrics, "--notify", address];
    const whole = { ...io, stdout: into(io.stdout, "out"), stderr: into(io.stderr, "err") };
    let code = 0;
    try {
      await createProgram(whole).parseAsync(["node", "compute", "keep", "--once", "--all", "--json", ...where]);
    } catch (error) {
      if (!(error instanceof CommandFailure || ending.signal.aborted)) throw error;
      code = error instanceof CommandFailure ? error.exitCode : 1;
      if (error instanceof Error) written.err += error.message;
    } finally {
      isOver = true;
    }
    remains?.();
    const documents = written.out.split("\n").filter(Boolean);
    return {
      code: ending.signal.aborted ? undefined : code,
      documents: documents.map((line) => JSON.parse(line) as KeepDocument),
      errors: written.err,
    };
  }

  /** The files as they are at this moment. @returns what restores them: a killed process writes no more. */
  private asItIs(): () => void {
    const kept = [this.memory, this.metrics].map(
      (path) => [path, existsSync(path) ? readFileSync(path) : undefined] as const,
    );
    return () => {
      for (const [path, content] of kept)
        if (content) writeFileSync(path, content, { mode: 0o600 });
        else rmSync(path, { force: true });
    };
  }
}
