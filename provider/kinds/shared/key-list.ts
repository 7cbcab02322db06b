import { getOrMake } from "../../../values/many";
import { type CallOptions, NotFoundError } from "../../../client";
import { mayBeDone, mayPass } from "../../../client/errors/errors";
import { EngineGoneError } from "../../create/errors";
import type { OpenedJournal } from "../../journal/opened-journal";
import type { Session } from "../../host/session";
import { KeysContestedError, KeysUnconfirmedError } from "./errors";
import { sameValue } from "../../table/props";
import type { Reading } from "../operations";

/** A change of the list, which throws to refuse. It is idempotent: a list that it does not alter contains the change already. */
export type Edit = (lines: readonly string[]) => readonly string[];

interface Waiting {
  readonly edit: Edit;
  /** Awaited before a changed list is sent. */
  readonly begins: (() => Promise<void>) | undefined;
  readonly done: (lines: readonly string[]) => void;
  readonly failed: (reason: unknown) => void;
}

/** The wait for somebody else's write that was based on an older list. Chance adds up to the same again. */
const pauseMs = 1_000;
const rounds = 6;
const unanswered = 4;
/** The greatest age of the list for a refresh. */
const freshMs = 15_000;

/**
 * The account's SSH keys, shared by all resources of one platform. The platform has only an unconditional PUT of the whole
 * list (U-3, A-85). This process therefore makes one change at a time: it reads the list, applies all waiting changes and
 * writes it. Then it reads again, and writes again if another process replaced the list. It does the same after a lost
 * answer, because sending the old list again would undo the additions of others.
 */
class KeyList {
  private waiting: Waiting[] = [];
  private isBusy = false;
  private seen: { readonly at: number; readonly lines: Promise<readonly string[]> } | undefined;

  constructor(private readonly session: Session) {}

  /** Reads the list; all reads within a few seconds share one request. */
  read(): Promise<readonly string[]> {
    const { client, clock } = this.session;
    if (!this.seen || clock.now() - this.seen.at >= freshMs) {
      const lines = client.account.sshKeys.list();
      this.seen = { at: clock.now(), lines };
      lines.catch(() => (this.seen = undefined));
    }
    return this.seen.lines;
  }

  /** Carries out a change. @throws KeysContestedError; KeysUnconfirmedError after a failure once the list was written. */
  change(edit: Edit, begins?: () => Promise<void>): Promise<readonly string[]> {
    return new Promise((done, failed) => {
      this.waiting.push({ edit, begins, done, failed });
      if (!this.isBusy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      // Changes requested at the same time are included.
      await Promise.resolve();
      const batch = this.waiting.splice(0);
      try {
        const { isEngineThere } = await this.session.bookkeeping.journal.open();
        await this.carryOut(batch, isEngineThere);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isBusy = false;
  }

  private async carryOut(batch: readonly Waiting[], isEngineThere: OpenedJournal["isEngineThere"]): Promise<void> {
    const { sshKeys } = this.session.client.account;
    let left = batch;
    const begun = new Set<Waiting>();
    let lost = 0;
    let isWritten = false;
    // Once a list was sent, the change may be done despite any later failure.
    const unconfirmed = (error: unknown) => (isWritten && !mayBeDone(error) ? new KeysUnconfirmedError(error) : error);
    try {
      for (let round = 0; round <= rounds; round++) {
        const now = await sshKeys.list();
        let wanted: readonly string[] = now;
        const beginning: Waiting[] = [];
        left = left.filter((each) => {
          try {
            const next = each.edit(wanted);
            if (!begun.has(each) && !sameValue(next, wanted)) beginning.push(each);
            wanted = next;
            return true;
          } catch (error) {
            each.failed(unconfirmed(error));
            return false;
          }
        });
        if (sameValue(now, wanted)) return left.forEach(({ done }) => done(now));
        if (round === rounds) break;
        for (const each of beginning) {
          await each.begins?.();
          begun.add(each);
        }
        // A process without its engine might undo the writes of a later run.
        if (!(await isEngineThere())) throw new EngineGoneError("the account's SSH keys were not changed");
        this.seen = undefined;
        try {
          await sshKeys.replace(wanted, { isSentOnce: true });
        } catch (error) {
          if (!mayBeDone(error) || !mayPass(error) || ++lost === unanswered) throw error;
        }
        isWritten = true;
        this.seen = undefined;
        await this.pause();
      }
    } catch (error) {
      throw unconfirmed(error);
    }
    throw new KeysContestedError(rounds);
  }

  /** A random pause, so that two writers do not collide again. */
  private pause(): Promise<void> {
    const { clock, randomBytes, signal } = this.session;
    return clock.sleep(pauseMs * (1 + (randomBytes(1)[0] ?? 0) / 256), signal);
  }
}

const bySession = new WeakMap<Session, KeyList>();

/** The list of one platform in this process. */
export const keyListOf = (session: Session): KeyList => getOrMake(bySession, session, () => new KeyList(session));

const asked = new WeakMap<Reading["client"], Map<AbortSignal | undefined, Promise<string[]>>>();

/** The current list. Two kinds are made of it, so concurrent reads of both share one request. */
export function keysNow({ client }: Reading, { signal }: CallOptions = {}): Promise<string[]> {
  const underWay = getOrMake(asked, client, () => new Map<AbortSignal | undefined, Promise<string[]>>());
  const ask = () => client.account.sshKeys.list({ signal }).finally(() => underWay.delete(signal));
  return getOrMake(underWay, signal, ask);
}

/** The error for a key that the list lacks, in place of a 404: keys have no endpoint of their own. */
export const noSuchKey = (id: string): NotFoundError =>
  new NotFoundError("GET /v2/account/ssh-keys", { status: 404, detail: `the account has no SSH key ${id}` });
