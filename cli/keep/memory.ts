import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { forOwnerOnly, readIfThere, writeWhole } from "../../files";
import type { Idle } from "./decide";

const Memory = z.object({
  idle: z.record(z.string(), z.object({ startedAt: z.string(), since: z.number(), seenAt: z.number() })),
  /** What was told last, by stack, as a digest. */
  told: z.record(z.string(), z.string()),
});

/** Longer than anybody lets a pod idle, so that the file does not grow for ever. */
const keptMs = 31 * 86_400_000;

/**
 * What passes tell each other: since when pods idle, and what was notified. A file that only its owner reads; without it, or
 * where it can't be read as such, idling counts from this pass on. It names pods by digests.
 */
export class PassMemory {
  private constructor(
    private readonly path: string,
    private readonly known: z.output<typeof Memory>,
  ) {}

  static open(path: string): PassMemory {
    const parsed = Memory.safeParse(parse(readIfThere(path)));
    return new PassMemory(path, parsed.success ? parsed.data : { idle: {}, told: {} });
  }

  idleOf(where: string, podId: string): Idle | undefined {
    return this.known.idle[nameOf(where, podId)];
  }

  noteIdle(where: string, podId: string, idle: Idle | undefined): void {
    const name = nameOf(where, podId);
    if (idle) this.known.idle[name] = idle;
    else delete this.known.idle[name];
  }

  /** Whether this differs from what was told of the stack before; it is what was told from now on. */
  isNews(stack: string, facts: unknown): boolean {
    const digest = nameOf(stack, JSON.stringify(facts));
    const isNew = this.known.told[stack] !== digest;
    this.known.told[stack] = digest;
    return isNew;
  }

  save(now: number): void {
    for (const [name, { seenAt }] of Object.entries(this.known.idle))
      if (now - seenAt > keptMs) delete this.known.idle[name];
    writeWhole(this.path, JSON.stringify(this.known), forOwnerOnly);
  }
}

/** `$XDG_STATE_HOME/pulumi-compute-platform/keep.json`, or the same below `~/.local/state`. */
export const memoryPath = (env: Readonly<Record<string, string | undefined>>): string =>
  join(
    env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"),
    "pulumi-compute-platform",
    "keep.json",
  );

const nameOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
