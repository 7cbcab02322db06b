import type { Listed } from "../../state/identity";
import { AuthenticationError, NotFoundError, unlessAbsent, PermissionError, WaitFailedError } from "../../../client";
import { mayBeDone } from "../../../client/errors/errors";
import { NotVisibleError, StoredKeyError } from "../failures/errors";
import type { Props } from "../../table/props";
import type { Context } from "../context";
import type { Sight } from "../../host/other-accounts";
import { isSeenFrom, type Sighting, sightingIn, sightingOf, viewOf } from "../../state/sighting";

/** The result of a read: the object, or the reason why there is none. */
export type Found =
  | { readonly object: Listed; readonly cause?: undefined }
  | { readonly object?: undefined; readonly cause: Error };

/** Reads single objects of one kind, and decides whether "not found" means absent or not visible with these settings. */
export class Lookup {
  constructor(private readonly of: Pick<Context, "kind" | "operations" | "session" | "settings">) {}

  get here(): Sighting {
    return sightingOf(this.of.settings);
  }

  /** An id that follows from the inputs is the same in every account, so finding the object does not identify the account. */
  get isInAnyAccount(): boolean {
    return this.of.operations.idOf !== undefined;
  }

  /** Tells whether the state does not say that the object was seen with another key or address. */
  isSeenFromHere(state: Props): boolean {
    return isSeenFrom(this.here, state);
  }

  /** Reads the object. @param verb the purpose, as in `deleting`. @throws NotVisibleError */
  async get(verb: string, id: string, state: Props): Promise<Found> {
    return this.judge(`${verb} ${this.of.kind} ${id}`, state, this.of.operations.get(this.of.session, id));
  }

  /** Reads the object for a refresh, together with others. @throws NotVisibleError */
  async read(id: string, state: Props): Promise<Found> {
    return this.judge(`reading ${this.of.kind} ${id}`, state, this.of.operations.read(this.of.session, id));
  }

  /** Reads the object likewise; "unseen" after a failed read, which leaves open what became of it. */
  seen(id: string, state: Props): Promise<Listed | "gone" | "unseen"> {
    return orUnseen(this.read(id, state).then(({ object }) => object));
  }

  /** Reads the object after a failure that may be about it (P-36) or has no known outcome. */
  async afterFailure(error: unknown, id: string): Promise<Listed | "gone" | "unseen"> {
    const isWorthALook = error instanceof NotFoundError || error instanceof WaitFailedError || mayBeDone(error);
    return isWorthALook ? orUnseen(this.ifThere(id)) : "unseen";
  }

  /** Reads the object; undefined if this key and address show none. */
  async ifThere(id: string, how: "get" | "read" = "get"): Promise<Listed | undefined> {
    const object = await unlessAbsent(this.of.operations[how](this.of.session, id));
    return object && this.of.operations.isGone?.(object) ? undefined : object;
  }

  /** Tells whether the object exists, as far as this key and address can see. */
  async sight(id: string): Promise<Sight> {
    try {
      return (await this.ifThere(id)) ? "there" : "gone";
    } catch (error) {
      if (error instanceof AuthenticationError) return "refused";
      return error instanceof PermissionError ? "forbidden" : "unknown";
    }
  }

  private async judge(doing: string, state: Props, call: Promise<Listed>): Promise<Found> {
    const { howGone = "it was terminated", isUnlisted } = this.of.operations;
    let object: Listed;
    try {
      object = await explained(doing, call);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      this.requireSight(doing, state, error);
      return { cause: error };
    }
    if (!this.of.operations.isGone?.(object, state)) {
      const seen = sightingIn(state);
      // An object that two keys have seen proves that both belong to one account.
      if (seen !== undefined && !this.isInAnyAccount)
        this.of.session.bookkeeping.accounts.noteSameAccount(seen, this.here);
      return { object };
    }
    const cause = new WaitFailedError(doing, howGone, object);
    // For a kind without lists, only a 404 shows that the object is gone.
    if (isUnlisted) this.requireSight(doing, state, cause);
    return { cause };
  }

  /** @throws NotVisibleError if "not found" is not conclusive: the object was last seen with another key or address. */
  private requireSight(doing: string, state: Props, cause: Error): void {
    const isBelieved = this.isSeenFromHere(state) || viewOf(this.of.settings).isMissingAccepted;
    if (!isBelieved) throw new NotVisibleError(doing, sightingIn(state) ?? "", this.here, cause);
  }
}

const orUnseen = (reading: Promise<Listed | undefined>): Promise<Listed | "gone" | "unseen"> =>
  reading.then((object) => object ?? "gone").catch(() => "unseen");

/** Explains where a refused key may come from: refresh and destroy replay the one of the last up. */
export const explained = <R>(doing: string, call: Promise<R>): Promise<R> =>
  call.catch((error: unknown) => {
    throw error instanceof AuthenticationError ? new StoredKeyError(doing, error) : error;
  });
