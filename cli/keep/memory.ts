import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { forOwnerOnly, readIfThere, writeWhole } from "../../disk";
import { noHome, stateHome } from "../../disk/home";
import { ownMember } from "../../values/own-member";
import { Stop } from "../documents/keep";
import { CommandFailure, messageOf } from "../io";
import type { Idle } from "./decide";

const Memory = z.object({
  idle: z.record(z.string(), z.object({ startedAt: z.string(), since: z.number(), seenAt: z.number() })),
  /** The digest of the last report, by stack. */
  told: z.record(z.string(), z.string()),
  /** Unreported stops, by stack. */
  untold: z.record(z.string(), z.array(Stop).readonly()).default({}),
  /** The time of the last pass, and the number of failed passes. */
  passes: z.record(z.string(), z.object({ lookedAt: z.number(), failed: z.number() })).default({}),
});
type Known = z.output<typeof Memory>;

/** The time of the last pass over a stack, in milliseconds since 1970, and the number of failed ones. */
export interface Passes {
  readonly lookedAt: number | undefined;
  readonly failed: number;
}

/** The lifetime of a record, longer than any idle time or failing address, so that the file does not grow for ever. */
const keptMs = 31 * 86_400_000;

/**
 * The memory between passes: idle times, posted reports, and unreported stops. It is a file that only its owner can read.
 * If it is missing or unreadable, idle time counts from this pass on.
 */
export class PassMemory {
  private readonly known: Known;
  private readonly idle = new Map<string, Idle | undefined>();
  private readonly told = new Map<string, string>();
  /** Stops of this pass, and stops of any pass that have been reported since, by stack. */
  private readonly stops = new Map<string, readonly Stop[]>();
  private readonly toldStops = new Set<string>();
  private readonly passes = new Map<string, { lookedAt?: number; failed: number }>();

  constructor(private readonly path: string) {
    this.known = readMemory(path);
  }

  idleOf(where: string, podId: string): Idle | undefined {
    return ownMember(this.known.idle, nameOf(where, podId));
  }

  noteIdle(where: string, podId: string, idle: Idle | undefined): void {
    this.idle.set(nameOf(where, podId), idle);
  }

  noteStops(stack: string, stops: readonly Stop[]): void {
    this.stops.set(stack, stops);
  }

  /** All unreported stops, oldest first. */
  untold(stack: string): readonly Stop[] {
    return [...(ownMember(this.known.untold, stack) ?? []), ...(this.stops.get(stack) ?? [])].filter(
      (stop) => !this.toldStops.has(keyOf(stop)),
    );
  }

  /** Tells whether this differs from the last report on the stack. */
  isNews(stack: string, facts: unknown): boolean {
    return ownMember(this.known.told, stack) !== nameOf(stack, JSON.stringify(facts));
  }

  noteTold(stack: string, facts: unknown, stops: readonly Stop[] = []): void {
    this.told.set(stack, nameOf(stack, JSON.stringify(facts)));
    for (const stop of stops) this.toldStops.add(keyOf(stop));
  }

  noteLooked(stack: string, lookedAt: number): void {
    this.passes.set(stack, { failed: this.passes.get(stack)?.failed ?? 0, lookedAt });
  }

  noteFailed(stack: string): void {
    this.passes.set(stack, { ...this.passes.get(stack), failed: 1 });
  }

  passesOf(stack: string): Passes {
    const [known, now] = [ownMember(this.known.passes, stack), this.passes.get(stack)];
    return {
      lookedAt: now?.lookedAt ?? (known?.lookedAt || undefined),
      failed: (known?.failed ?? 0) + (now?.failed ?? 0),
    };
  }

  /**
   * Writes the notes of this pass and preserves those that other keepers have written in the meantime.
   *
   * @throws CommandFailure if the file can't be written.
   */
  save(now: number): void {
    const { idle, told, untold, passes } = readMemory(this.path);
    const idling = new Map(Object.entries(idle));
    for (const [name, noted] of this.idle)
      if (noted) idling.set(name, noted);
      else idling.delete(name);
    for (const [name, { seenAt }] of idling) if (now - seenAt > keptMs) idling.delete(name);
    const isToTell = (stop: Stop) => !this.toldStops.has(keyOf(stop)) && now - Date.parse(stop.at) <= keptMs;
    const left = [...new Set([...Object.keys(untold), ...this.stops.keys()])].map((stack) => {
      const all = [...(ownMember(untold, stack) ?? []), ...(this.stops.get(stack) ?? [])].filter(isToTell);
      return [stack, [...new Map(all.map((stop) => [keyOf(stop), stop])).values()]] as const;
    });
    const done = [...this.passes.keys()].map((stack) => {
      const { lookedAt = 0, failed } = this.passesOf(stack);
      return [stack, { lookedAt, failed }] as const;
    });
    const whole: Known = {
      idle: Object.fromEntries(idling),
      told: { ...told, ...Object.fromEntries(this.told) },
      untold: Object.fromEntries(left.filter(([, all]) => all.length > 0)),
      passes: { ...passes, ...Object.fromEntries(done) },
    };
    try {
      writeWhole(this.path, JSON.stringify(whole), forOwnerOnly);
    } catch (error) {
      throw new CommandFailure(
        `Could not write ${this.path}, which keeps idle times and unsent reports: ${messageOf(error)}.`,
      );
    }
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
const keyOf = ({ id, at }: Stop): string => `${id} ${at}`;

function readMemory(path: string): Known {
  try {
    return Memory.parse(JSON.parse(readIfThere(path) ?? ""));
  } catch {
    return { idle: {}, told: {}, untold: {}, passes: {} };
  }
}
