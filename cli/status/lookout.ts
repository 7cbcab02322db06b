import { getOrMake } from "../../values/many";
import type { Client } from "../../client/index";
import type { Io } from "../io";
import { AuthenticationError } from "../../client/errors/api-errors";
import { ComputeError } from "../../client/errors/errors";
import { type Account, AccountBook, failureIn, sealedKeys } from "../state/accounts";
import { interruptedCreates, running, type StackResource, titleOf } from "../state/deployment";
import { loadStackWithKeys, type Located, type StateFlags } from "../state/load-stack";
import { type WaitEvent, waitSentence } from "../../client/http/hooks";
import { StatusReader } from "./read";
import type { LogLine, Status } from "../documents/status";
import { entryPodOf, type Known, notLookedAt, rowOf, statusOf, type Unseen } from "./rows";

/** The wait for the first line of a log. */
const quietSeconds = 2;
const tickSeconds = 5;

/** Reads a stack and the platform on request. The state is read each time, because an `up` may be changing it. */
export class Lookout {
  private readonly book: AccountBook;
  private readonly views = new Map<Client, ReturnType<typeof newView>>();
  /** The reason for a slow look, for the screen. */
  waiting: string | undefined;
  private unreadBills = 0;
  private stack: Promise<Located> | undefined;
  private readonly leaving = new AbortController();
  private readonly io: Io;

  constructor(
    io: Io,
    private readonly flags: StateFlags & { readonly logs?: boolean },
    private readonly hasScreen = false,
  ) {
    this.io = { ...io, signal: AbortSignal.any([io.signal, this.leaving.signal]) };
    const onWait = (event: WaitEvent) => void (this.waiting = waitSentence(event));
    this.book = new AccountBook(this.io, flags, hasScreen ? { onWait } : {});
  }

  /** `training/dev`, known before any request. */
  async title(): Promise<string> {
    return titleIn(await (this.stack ??= this.state()));
  }

  /** Returns a function for the status, which later includes newer log lines. */
  async look(): Promise<() => Status> {
    const { io } = this;
    this.waiting = undefined;
    this.unreadBills = 0;
    const stack = await this.state();
    const resources = running(stack.resources);
    const { reached, sealed } = await this.book.read({ ...stack, resources });
    const known = new Map<StackResource, Known | Unseen>();
    const failures: Error[] = [];
    const asked = reached.filter((account) => account.resources.length > 0);
    for (const account of asked) {
      const seen = await this.lookAt(account).catch((error: unknown) => {
        io.signal.throwIfAborted();
        if (!(error instanceof ComputeError)) throw error;
        failures.push(failureIn(account, error));
        return error instanceof AuthenticationError ? "KEY REFUSED" : "NOT READ";
      });
      for (const resource of account.resources) known.set(resource, seen);
    }
    // The other accounts are still shown.
    if (failures[0] && failures.length === asked.length) throw failures[0];
    for (const resource of sealed) known.set(resource, "NO PASSPHRASE");
    const rows = resources.map((resource) => () => rowOf(resource, known.get(resource)!));
    const unseen = rows.filter((row) => row().phase.includes(notLookedAt)).length;
    const notes = [
      ...failures.map(({ message }) => message),
      ...sealedKeys(sealed),
      ...interruptedCreates(stack),
      ...notAll(unseen, this.unreadBills),
    ];
    return () =>
      statusOf(
        titleIn(stack),
        rows.map((row) => row()),
        io.now(),
        notes,
      );
  }

  async untilLogsAreRead(): Promise<void> {
    const late = afterSeconds(this.io, quietSeconds);
    await Promise.race([Promise.all([...this.views.values()].map(({ lines }) => lines.complete())), late.end]);
    late.stop();
  }

  /** Looks until it is closed, or the user stops it. A failed first look ends it, as with a wrong key. */
  async watch(tell: (status: () => Status) => void, complain: (message: string) => void): Promise<void> {
    const { io } = this;
    for (let isFirst = true; !io.signal.aborted; isFirst = false) {
      try {
        const status = await this.look();
        if (isFirst && !this.hasScreen) await this.untilLogsAreRead();
        tell(status);
      } catch (error) {
        // A stop by the user is the normal end.
        if (io.signal.aborted) return;
        if (isFirst || !(error instanceof Error)) throw error;
        complain(error.message);
      }
      await afterSeconds(io).end;
    }
  }

  close(): void {
    this.leaving.abort();
  }

  private async lookAt({ client, here, resources }: Account): Promise<Known> {
    const { io } = this;
    const { reader, lines } = getOrMake(this.views, client, () => newView(client, io.signal));
    const seen = await reader.read(resources, io.signal, io.now());
    this.unreadBills += seen.unreadBills;
    if (this.flags.logs) {
      const there = resources.filter(({ awaitsReplacement }) => !awaitsReplacement);
      lines.follow(there.flatMap((resource) => entryPodOf(resource, seen)?.id ?? []));
    }
    return { seen, here, logOf: (id) => lines.of(id) };
  }

  /** Standard input is read only once, so the state read for the title serves the first look. */
  private state(): Promise<Located> {
    const read = this.stack ?? loadStackWithKeys(this.io, this.flags);
    this.stack = this.flags.file === "-" ? read : undefined;
    return read;
  }
}

const titleIn = ({ resources, where }: Located): string => titleOf(resources, where.replace(/^stack /, ""));

/** The remarks about unread parts: a look limits its requests, to leave the rest of the minute's to others. */
function notAll(resources: number, bills: number): string[] {
  const left = [
    ...(resources === 0 ? [] : [`${resources} ${resources === 1 ? "resource was" : "resources were"} not looked at`]),
    ...(bills === 0 ? [] : [`${bills} ${bills === 1 ? "bill was" : "bills were"} not read`]),
  ];
  if (left.length === 0) return [];
  const next = "Each look of `compute status --watch` goes on with the next ones.";
  return [`${left.join(" and ")}, since a look sends at most 6 requests. ${next}`];
}

/** The data of one account that is kept between looks. */
const newView = (client: Client, signal: AbortSignal) => ({
  reader: new StatusReader(client),
  lines: new LastLines(client, signal),
});

/** The greatest number of open logs. Each is one request, and a connection while it is followed. */
const mostLogs = 20;

/** The last line of each pod's log. Each log is opened once and followed, so a tick needs no request. */
class LastLines {
  private readonly lines = new Map<string, LogLine>();
  private readonly opened = new Map<string, Promise<void>>();

  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
  ) {}

  of(podId: string): LogLine | undefined {
    return this.lines.get(podId);
  }

  /** Resolves when every open log has produced a line or ended. */
  async complete(): Promise<void> {
    await Promise.all(this.opened.values());
  }

  follow(podIds: readonly string[]): void {
    for (const id of podIds) {
      if (this.opened.has(id) || this.opened.size >= mostLogs) continue;
      this.opened.set(id, new Promise((resolve) => void this.run(id, resolve)));
    }
  }

  /** An unreadable log has no last line; the rest of the status is still shown. */
  private async run(id: string, ready: () => void): Promise<void> {
    try {
      for await (const { ts, line } of this.client.pods.logs(id, { tail: 1, signal: this.signal })) {
        this.lines.set(id, { ts: ts ?? null, line });
        ready();
      }
    } catch {
      // Closed or refused: in both cases there is nothing more to show.
    } finally {
      ready();
    }
  }
}

/** Ends after this many seconds, or when the user stops it. */
export function afterSeconds(io: Io, seconds = tickSeconds) {
  let stop = () => undefined as void;
  const end = new Promise<void>((resolve) => {
    let passed = 0;
    const stopClock = io.everySecond(() => {
      passed += 1;
      if (passed >= seconds) stop();
    }, true);
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
