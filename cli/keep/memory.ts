import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { forOwnerOnly, readIfThere, writeWhole } from "../../disk";
import { noHome, stateHome } from "../../disk/home";
import { Mended, Stop } from "../documents/keep";
import { CommandFailure, messageOf } from "../io";
import type { Idle } from "./decide";

const byName = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string(), value).transform((all) => new Map(Object.entries(all)));

const Memory = z.object({
  idle: byName(z.object({ startedAt: z.string(), since: z.number(), seenAt: z.number() })),
  /** The digest of the last report, by stack. */
  told: byName(z.string()),
  /** Unreported deeds, by stack. */
  untold: byName(z.array(z.union([Stop, Mended])).readonly()).prefault({}),
  /** The time of the last pass, and the number of failed passes. */
  passes: byName(z.object({ lookedAt: z.number(), failed: z.number() })).prefault({}),
});
type Known = z.output<typeof Memory>;

/** What a pass has done to a resource. It is remembered until a post has told it. */
export type Deed = Stop | Mended;

/** The time of the last pass over a stack, in milliseconds since 1970, and the number of failed ones. */
export interface Passes {
  readonly lookedAt: number | undefined;
  readonly failed: number;
}

/** The lifetime of a record, longer than any idle time or failing address, so that the file does not grow for ever. */
const keptMs = 31 * 86_400_000;

/**
 * The memory between passes: idle times, posted reports, and unreported deeds. It is a file that only its owner can read.
 * If it is missing or unreadable, idle time counts from this pass on.
 */
export class PassMemory {
  private readonly known: Known;
  /** Notes that the file does not have yet. */
  private notes: ((known: Known) => void)[] = [];

  constructor(private readonly path: string) {
    this.known = readMemory(path);
  }

  idleOf = (where: string, podId: string): Idle | undefined => this.known.idle.get(nameOf(where, podId));

  noteIdle(where: string, podId: string, idle: Idle | undefined): void {
    const name = nameOf(where, podId);
    this.note((known) => void (idle ? known.idle.set(name, idle) : known.idle.delete(name)));
  }

  /** Notes deeds at once, if the file can be written; the end of the pass says if it can't. */
  noteDone(stack: string, deeds: readonly Deed[], now: number): void {
    this.note(({ untold }) => untold.set(stack, [...(untold.get(stack) ?? []), ...deeds]));
    try {
      this.save(now);
    } catch {
      // See above.
    }
  }

  untold = (stack: string): readonly Deed[] => this.known.untold.get(stack) ?? [];

  /** Tells whether this differs from the last report on the topic. */
  isNews = (topic: string, facts: unknown): boolean => this.known.told.get(topic) !== digestOf(topic, facts);

  noteTold(topic: string, facts: unknown, stack: string, deeds: readonly Deed[]): void {
    if (this.isNews(topic, facts)) this.note(({ told }) => told.set(topic, digestOf(topic, facts)));
    const keys = new Set(deeds.map(keyOf));
    const isLeft = (deed: Deed) => !keys.has(keyOf(deed));
    if (deeds.length > 0) this.note(({ untold }) => untold.set(stack, (untold.get(stack) ?? []).filter(isLeft)));
  }

  noteLooked(stack: string, lookedAt: number): void {
    this.note(({ passes }) => passes.set(stack, { failed: 0, ...passes.get(stack), lookedAt }));
  }

  noteFailed(stack: string): void {
    this.note(({ passes }) => {
      const { lookedAt = 0, failed = 0 } = passes.get(stack) ?? {};
      passes.set(stack, { lookedAt, failed: failed + 1 });
    });
  }

  passesOf(stack: string): Passes {
    const { lookedAt, failed = 0 } = this.known.passes.get(stack) ?? {};
    return { lookedAt: lookedAt || undefined, failed };
  }

  /** Writes the notes of this pass into what other keepers have written meanwhile. @throws CommandFailure */
  save(now: number): void {
    if (this.notes.length === 0) return;
    const whole = readMemory(this.path);
    for (const note of this.notes) note(whole);
    const { idle, untold } = whole;
    for (const [name, { seenAt }] of idle) if (now - seenAt > keptMs) idle.delete(name);
    for (const [stack, deeds] of untold) {
      const left = deeds.filter(({ at }) => now - Date.parse(at) <= keptMs);
      if (left.length > 0) untold.set(stack, left);
      else untold.delete(stack);
    }
    const text = JSON.stringify(whole, (_, value: unknown) =>
      value instanceof Map ? (Object.fromEntries(value) as unknown) : value,
    );
    try {
      writeWhole(this.path, text, forOwnerOnly);
      this.notes = [];
    } catch (error) {
      throw new CommandFailure(
        `Could not write ${this.path}, which keeps idle times and unsent reports: ${messageOf(error)}.`,
      );
    }
  }

  private note(note: (known: Known) => void): void {
    note(this.known);
    this.notes.push(note);
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
const digestOf = (stack: string, facts: unknown): string => nameOf(stack, JSON.stringify(facts));
const keyOf = (deed: Deed): string => JSON.stringify(deed);

function readMemory(path: string): Known {
  try {
    return Memory.parse(JSON.parse(readIfThere(path) ?? ""));
  } catch {
    return Memory.parse({ idle: {}, told: {} });
  }
}
