import { type CallOptions, NotFoundError } from "../../../client";
import { mayBeDone, mayPass } from "../../../client/errors/errors";
import { EngineGoneError } from "../../create/errors";
import type { OpenedJournal } from "../../create/journal/opened";
import type { Session } from "../../host/session";
import { KeysContestedError, KeysUnconfirmedError } from "./errors";
import { sameValue } from "../../table/props";
import type { Reading } from "../operations";

/**
 * What a change makes of the list. It must be such that doing it twice is the same as doing it once: a list that it leaves
 * as it is has the change already. What it throws refuses the change.
 */
export type Edit = (lines: readonly string[]) => readonly string[];

type IsEngineThere = OpenedJournal["isEngineThere"];

interface Waiting {
  readonly edit: Edit;
  /** Awaited before a list is sent that the edit has changed. */
  readonly begins: (() => Promise<void>) | undefined;
  readonly done: (lines: readonly string[]) => void;
  readonly failed: (reason: unknown) => void;
}

/** How long a write of somebody else, who read the list before ours, is waited for. Chance adds up to as much again. */
const pauseMs = 1_000;
/** How often the list is written before we give up. */
const rounds = 6;
/** How often a list is sent to which no answer comes. */
const unanswered = 4;
/** How old the list may be that a refresh sees. */
const freshMs = 15_000;

/**
 * The account's SSH keys as all resources of one platform share them. The platform has only a PUT of the whole list (U-3),
 * without conditions. So one change at a time of this process reads the list, changes it and writes it, taking along whatever
 * else waits; and then it reads again, and writes again where the list of another process took its place. So it is after a lost answer too: the same list, sent again, would take back what others
 * have put in since.
 */
class KeyList {
  private waiting: Waiting[] = [];
  private isBusy = false;
  private seen: { readonly at: number; readonly lines: Promise<readonly string[]> } | undefined;

  constructor(private readonly session: Session) {}

  /** The list, of which all reads within a few seconds share one request. */
  read(): Promise<readonly string[]> {
    const { client, clock } = this.session;
    if (!this.seen || clock.now() - this.seen.at >= freshMs) {
      const lines = client.account.sshKeys.list();
      this.seen = { at: clock.now(), lines };
      lines.catch(() => (this.seen = undefined));
    }
    return this.seen.lines;
  }

  /**
   * Carries out a change.
   *
   * @throws KeysContestedError when somebody else writes the list again and again; KeysUnconfirmedError where something failed
   * after the list was written.
   */
  change(edit: Edit, begins?: () => Promise<void>): Promise<readonly string[]> {
    return new Promise((done, failed) => {
      this.waiting.push({ edit, begins, done, failed });
      if (!this.isBusy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      // What is asked for at the same time goes along.
      await Promise.resolve();
      const batch = this.waiting.splice(0);
      try {
        const { isEngineThere } = await this.session.books.journal.open();
        await this.carryOut(batch, isEngineThere);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isBusy = false;
  }

  private async carryOut(batch: readonly Waiting[], isEngineThere: IsEngineThere): Promise<void> {
    const { sshKeys } = this.session.client.account;
    let left = batch;
    const begun = new Set<Waiting>();
    let lost = 0;
    let isWritten = false;
    // Once a list was sent the change may be done, whatever fails after that.
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
        // Whoever has lost its engine would only take back what a later run has written.
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

  /** Two who met once do not meet again at the same time. */
  private pause(): Promise<void> {
    const { clock, randomBytes, signal } = this.session;
    return clock.sleep(pauseMs * (1 + (randomBytes(1)[0] ?? 0) / 256), signal);
  }
}

const bySession = new WeakMap<Session, KeyList>();

/** The list of one platform in this process. */
export function keyListOf(session: Session): KeyList {
  const known = bySession.get(session) ?? new KeyList(session);
  bySession.set(session, known);
  return known;
}

const asked = new WeakMap<Reading["client"], Map<AbortSignal | undefined, Promise<string[]>>>();

/** The list as it is now. Two kinds consist of it, and who asks for both at the same time asks once. */
export function keysNow({ client }: Reading, { signal }: CallOptions = {}): Promise<string[]> {
  const underWay = asked.get(client) ?? new Map<AbortSignal | undefined, Promise<string[]>>();
  asked.set(client, underWay);
  const known = underWay.get(signal);
  if (known) return known;
  const answer = client.account.sshKeys.list({ signal }).finally(() => underWay.delete(signal));
  underWay.set(signal, answer);
  return answer;
}

/** Keys have no address of their own: one that the list lacks is what a 404 is for anything else. */
export const noSuchKey = (id: string): NotFoundError =>
  new NotFoundError("GET /v2/account/ssh-keys", { status: 404, detail: `the account has no SSH key ${id}` });
