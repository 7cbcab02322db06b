import type { Client } from "../../client/index";
import type { Io } from "../io";
import { loadSealedStack, type StateFlags } from "../state/load-stack";
import { LastLines } from "./last-lines";
import { running, StatusReader } from "./read";
import { entryPodOf, type Status, statusOf } from "./rows";
import { readSpent, type Spent } from "./spent";

/** Bills grow slowly, and are read only so often. */
const spentEveryMs = 60_000;
/** A log that says nothing for so long has nothing to say. */
const quietSeconds = 2;
const tickSeconds = 5;

/** Looks at a stack and the platform, as often as it is told. The state is read each time: an `up` may be changing it. */
export class Lookout {
  private readonly reader: StatusReader;
  private readonly lines: LastLines;
  private spent: Spent = new Map();
  private spentAt = Number.NEGATIVE_INFINITY;
  private stack: ReturnType<typeof loadSealedStack> | undefined;

  constructor(
    private readonly io: Io,
    private readonly flags: StateFlags & { readonly logs: boolean },
    private readonly client: Client,
  ) {
    this.reader = new StatusReader(client);
    this.lines = new LastLines(client);
  }

  /** Answers what it saw; asked later, with the log lines that have come since. */
  async look(): Promise<() => Status> {
    const { io, client, lines } = this;
    const resources = running((await this.state()).resources);
    const seen = await this.reader.read(resources, io.signal);
    if (io.now() - this.spentAt >= spentEveryMs) {
      this.spent = await readSpent(client, seen, io.signal);
      this.spentAt = io.now();
    }
    const { spent } = this;
    if (this.flags.logs) lines.follow(resources.flatMap((resource) => entryPodOf(resource, seen)?.id ?? []));
    return () => statusOf(resources, { seen, spent, logOf: (id) => lines.of(id) }, io.now());
  }

  async untilLogsAreRead(): Promise<void> {
    const late = afterSeconds(this.io, quietSeconds);
    await Promise.race([this.lines.complete(), late.end]);
    late.stop();
  }

  close(): void {
    this.lines.close();
  }

  /** Standard input is read only once. */
  private state(): ReturnType<typeof loadSealedStack> {
    if (this.flags.file !== "-") return loadSealedStack(this.io, this.flags);
    this.stack ??= loadSealedStack(this.io, this.flags);
    return this.stack;
  }
}

/** Looks again and again until the user asks to stop. A look that fails ends it. */
export async function watch(io: Io, lookout: Lookout, tell: (status: Status) => void): Promise<void> {
  try {
    for (let isFirst = true; !io.signal.aborted; isFirst = false) {
      const status = await lookout.look();
      if (isFirst) await lookout.untilLogsAreRead();
      tell(status());
      await afterSeconds(io, tickSeconds).end;
    }
  } catch (error) {
    // Being told to stop is the normal end.
    if (!io.signal.aborted) throw error;
  }
}

/** Ends after so many seconds, or when the user asks to stop. */
export function afterSeconds(
  io: Io,
  seconds = tickSeconds,
): { readonly end: Promise<void>; readonly stop: () => void } {
  let stop = () => undefined as void;
  const end = new Promise<void>((resolve) => {
    let passed = 0;
    const stopClock = io.everySecond(() => {
      passed += 1;
      if (passed >= seconds) stop();
    });
    stop = () => {
      stopClock();
      io.signal.removeEventListener("abort", stop);
      resolve();
    };
    io.signal.addEventListener("abort", stop);
    if (io.signal.aborted) stop();
  });
  return { end, stop: () => stop() };
}
