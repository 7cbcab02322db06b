import type { Listed } from "../../state/identity";
import { BadRequestError, ConflictError } from "../../../client";
import { AnswerError } from "../../../client/errors/errors";
import { namesOf, type Session } from "../../host/session";
import { keyOfInputs } from "../../state/state";
import type { Props } from "../../table/props";
import type { KindName } from "../names";

/** The holder of a name, as far as the state tells. */
type Whose = "its own" | "its own, and stays" | "of another resource" | "unknown";

/**
 * Another registry credential, template or secret of the account has this name, and their names are unique. It may be the
 * object that this very resource replaces.
 *
 * @fix Choose another name, omit `name`, delete the other one, or manage it with `adopt`. A replacement needs the option
 * `deleteBeforeReplace: true`, a renamed resource needs `aliases`.
 */ // R-15, T-24, U-11
export class NameTakenError extends AnswerError {
  readonly code = "name_taken";

  constructor(
    kind: KindName,
    readonly holder: string,
    whose: Whose,
    cause: unknown,
  ) {
    super(
      `the ${kind} ${holder} has the name that this resource asks for, and names are unique. Nothing was created or renamed. ${remedies[whose](holder)}`,
      { cause },
    );
  }
}

const ownWay =
  "The engine makes the new one before it deletes the old one: give the resource the option `deleteBeforeReplace: true`, or another name.";
export const otherWay =
  "If the resource was renamed or moved to another parent, give it the option `aliases` with its earlier URN, which `pulumi stack --show-urns` " +
  "prints. If the other resource is to give the name up, have it do so in an `up` of its own first.";

const remedies: Readonly<Record<Whose, (holder: string) => string>> = {
  "its own": (holder) => `${holder} is what this resource has so far. ${ownWay}`,
  "its own, and stays": (holder) =>
    `${holder} is what this resource has so far, and retainOnDelete keeps it: give the resource another name, or take that option away in an \`up\` of its own first.`,
  "of another resource": (holder) => `Another resource of this backend has ${holder}. ${otherWay}`,
  unknown: (holder) =>
    `Choose another name, leave \`name\` out to get one that is free, delete ${holder} if nobody needs it, or take it over with \`adopt\`. ` +
    `If this stack has ${holder}, none of that is right. If it is what this resource has so far: ${ownWay} ${otherWay}`,
};

export interface Claim {
  readonly kind: KindName;
  readonly inputs: Props;
  /** The object that will get it, if it exists already. */
  readonly own?: string;
  /** Reads the current holder of the name. */
  readonly look: () => Promise<Listed | undefined>;
}

const everyMs = 1_000;
/** How long another resource of the program may take to give up the name: engines update resources in parallel. */
const graceMs = 20_000;

/**
 * Calls, and after a refusal calls once more as soon as the name is free. Another resource of this run may be about to give
 * it up, which is unknown until the engine has asked about that one.
 *
 * @throws NameTakenError naming the holder.
 */
export async function whenNameIsFree<R>(session: Session, claim: Claim, call: () => Promise<R>): Promise<R> {
  const deadline = session.clock.now() + graceMs;
  const isOwn = ({ id }: Listed) => id === claim.own;
  // Another resource may have given it up between the refusal and the read.
  for (let mayBeFreeNow = namesOf(session, claim.kind).hasLeaving; ; ) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof BadRequestError || error instanceof ConflictError)) throw error;
      const look = async () => {
        // A failed read does not hide the refusal.
        const seen = await claim.look().catch(() => undefined);
        mayBeFreeNow ||= seen !== undefined;
        return seen;
      };
      const kept = await keptBy(session, claim);
      const holder = await holderOf(session, look, (it) => isOwn(it) || kept(it), deadline);
      if (holder && !isOwn(holder)) throw await nameTaken(session, claim, holder.id, error);
      if (holder || !mayBeFreeNow) throw error;
      mayBeFreeNow = false;
    }
  }
}

/** The holder of the name, after another resource of this run has had time to give it up or to declare that it keeps it. */
export async function holderOf(
  { clock, calledOff }: Session,
  look: () => Promise<Listed | undefined>,
  mayKeep: (holder: Listed) => boolean,
  deadline = clock.now() + graceMs,
): Promise<Listed | undefined> {
  for (;;) {
    const holder = await look();
    if (!holder || mayKeep(holder) || clock.now() + everyMs > deadline) return holder;
    await clock.sleep(everyMs, calledOff);
  }
}

/** @throws NameTakenError if an object has the name and no resource of this run gives it up. */
export async function requireFreeName(session: Session, claim: Claim): Promise<void> {
  if (!(await claim.look())) return;
  const holder = await holderOf(session, claim.look, await keptBy(session, claim));
  if (holder) throw await nameTaken(session, claim, holder.id, undefined);
}

/** The resource's own old object is deleted only after the new one is created, so waiting does not help. */
async function keptBy({ bookkeeping }: Session, { kind, inputs }: Claim): Promise<(holder: Listed) => boolean> {
  const own = await bookkeeping.ownership.idsOf(kind, keyOfInputs(inputs));
  return ({ id }) => own.includes(id);
}

async function nameTaken(session: Session, claim: Claim, holder: string, cause: unknown): Promise<NameTakenError> {
  const { kind, inputs } = claim;
  const { ownership } = session.bookkeeping;
  ownership.note(kind, holder, { isTold: true });
  const isOwn = (await ownership.idsOf(kind, keyOfInputs(inputs))).includes(holder);
  const has = (await ownership.entries(kind)).some(({ id }) => id === holder);
  const ownOne = (await ownership.isRetained(kind, holder)) ? "its own, and stays" : "its own";
  const whose = isOwn ? ownOne : has ? "of another resource" : "unknown";
  return new NameTakenError(kind, holder, whose, cause);
}
