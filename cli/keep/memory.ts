import { ownMember } from "../../api/own-member";
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { forOwnerOnly, readIfThere, writeWhole } from "../../files";
import { noHome, stateHome } from "../../files/home";
import { CommandFailure } from "../io";
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
  private readonly known: z.output<typeof Memory>;
  private readonly idle = new Map<string, Idle | undefined>();
  private readonly told: Record<string, string> = {};

  constructor(private readonly path: string) {
    this.known = readMemory(path);
  }

  idleOf(where: string, podId: string): Idle | undefined {
    return ownMember(this.known.idle, nameOf(where, podId));
  }

  noteIdle(where: string, podId: string, idle: Idle | undefined): void {
    this.idle.set(nameOf(where, podId), idle);
  }

  /** Whether this differs from what was told of the stack before. */
  isNews(stack: string, facts: unknown): boolean {
    return ownMember(this.known.told, stack) !== nameOf(stack, JSON.stringify(facts));
  }

  noteTold(stack: string, facts: unknown): void {
    this.told[stack] = nameOf(stack, JSON.stringify(facts));
  }

  /** Writes what this pass has noted, and leaves the rest as the passes of other keepers have written it in the meantime. */
  save(now: number): void {
    const { idle, told } = readMemory(this.path);
    for (const [name, noted] of this.idle)
      if (noted) idle[name] = noted;
      else delete idle[name];
    for (const [name, { seenAt }] of Object.entries(idle)) if (now - seenAt > keptMs) delete idle[name];
    writeWhole(this.path, JSON.stringify({ idle, told: { ...told, ...this.told } }), forOwnerOnly);
  }
}

/** `$XDG_STATE_HOME/pulumi-compute-platform/keep.json`, or the same below `~/.local/state`. */
export function memoryPath(env: Readonly<Record<string, string | undefined>>): string {
  const state = stateHome(env);
  if (state === undefined)
    throw new CommandFailure(
      noHome("what `keep` remembers", "XDG_STATE_HOME", "name a file: `compute keep --remember FILE`"),
    );
  return join(state, "pulumi-compute-platform", "keep.json");
}

const nameOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);

function readMemory(path: string): z.output<typeof Memory> {
  const parsed = Memory.safeParse(parse(readIfThere(path)));
  return parsed.success ? parsed.data : { idle: {}, told: {} };
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
