import * as z from "zod";
import type { Clock } from "../../../client/clock";
import { Lines, written } from "./lines";
import type { OpenedJournal } from "./opened";
import { isSameProcess } from "./process-identity";
import type { Storage } from "./storage";

/** A ticket that was drawn or used again, or given back. */
const Line = z.union([
  z.object({ ticket: z.string(), ...written }),
  z.object({ ticket: z.string(), isOver: z.literal(true) }),
]);
type Line = z.infer<typeof Line>;
type Ticket = Exclude<Line, { isOver: true }>;

/** How often somebody who waits looks whether it is their turn. */
const pollMs = 500;
/** How long somebody waits, beyond the time in which a dead process's request may be carried out. */
const patienceMs = 5 * 60_000;

type Waiter = Pick<OpenedJournal, "process" | "isAlive" | "newId" | "listLagMs"> & {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
};

/** A turn that was taken. */
export interface Turn {
  /** To be called, and awaited, before each request: it says until when the request may be carried out. */
  sends(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Lets one process of this machine at a time write what the platform only takes as a whole and without conditions
 * so that none of them undoes what another has just written. Whoever draws the first ticket has the turn. A process
 * that was killed keeps its turn until the platform can't carry out its last request any more.
 *
 * A turn is a courtesy and not a lock: whoever has waited too long goes on, and looks afterwards what it has written.
 */
export class Turns {
  private readonly lines: Lines<Line>;

  constructor(storage: Storage) {
    this.lines = new Lines(storage, Line);
  }

  async take(what: string, waiter: Waiter): Promise<Turn> {
    const { clock, process: owner } = waiter;
    const name = `turn-${encodeURIComponent(what)}`;
    const ticket = waiter.newId();
    const draw = () => this.lines.append(name, { ticket, at: clock.now(), owner });
    const end = async () => {
      await this.lines.append(name, { ticket, isOver: true });
      const left = await this.ticketsIn(name);
      if (!left.some((each) => isStillToBeAwaited(each, waiter))) await this.lines.remove(name);
    };
    await draw();
    try {
      await this.untilFirst(name, ticket, waiter, draw);
    } catch (error) {
      await end();
      throw error;
    }
    return { sends: draw, end };
  }

  private async untilFirst(name: string, ticket: string, waiter: Waiter, draw: () => Promise<void>): Promise<void> {
    const { clock, listLagMs, signal } = waiter;
    const deadline = clock.now() + listLagMs + patienceMs;
    while (clock.now() < deadline) {
      const tickets = await this.ticketsIn(name);
      const own = tickets.findIndex((each) => each.ticket === ticket);
      // Whoever tidied up did not see it.
      if (own < 0) await draw();
      else if (!tickets.slice(0, own).some((each) => isStillToBeAwaited(each, waiter))) return;
      else await clock.sleep(pollMs, signal);
    }
  }

  /** Tickets that were not given back, in the order in which they were drawn. */
  private async ticketsIn(name: string): Promise<Ticket[]> {
    const tickets = new Map<string, Ticket>();
    for (const line of (await this.lines.read(name)) ?? []) {
      if ("isOver" in line) tickets.delete(line.ticket);
      else tickets.set(line.ticket, line);
    }
    return [...tickets.values()];
  }
}

function isStillToBeAwaited({ owner, at }: Ticket, { process, isAlive, clock, listLagMs }: Waiter): boolean {
  if (isSameProcess(owner, process)) return false;
  return isAlive(owner) || clock.now() < at + listLagMs;
}
