import { AnswerError, ComputeError } from "../../client/errors/errors";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";
import { type Slip, slipSentences } from "./catalog-names";
import type { Effort as WithSecrets } from "./refused";

type Effort = Omit<WithSecrets, "redact">;

/** One alternative that the platform refused, in words for people. */
export interface Tried {
  /** E.g. `gpu[1], 2 × NVIDIA H200`. */
  readonly what: string;
  readonly answer: string;
  readonly says?: string;
}

const listOf = (tried: readonly Tried[]): string =>
  tried.map(({ what, answer, says }) => `${what}: ${answer}${says ? ` (the catalog ${says})` : ""}`).join("; ");

export const nothing = "Nothing was created and nothing bills.";
/** The outcome of a step that a preview refuses. */
export const nothingToChange = "Nothing was changed.";

/**
 * A GPU type, pool, CPU flavor or data center of the program does not exist. The message names the argument, the likely
 * correction, and the existing ids.
 *
 * @fix Correct the id. A preview fails with it, unless another alternative is in the catalog.
 */ // CH-14, P-14, E-47, V-14
export class NotInCatalogError extends AnswerError {
  readonly code = "not_in_catalog";

  constructor(
    called: string,
    readonly slips: readonly Slip[],
    outcome: string,
    cause: unknown,
  ) {
    super(`${called}: ${slipSentences(slips)} ${outcome}`, { cause });
  }
}

/**
 * The catalog has no hardware that meets the program's need. The message says how many types each member excludes and which
 * type comes closest.
 *
 * @fix Ask for less, allow a higher cost, or name the hardware by its id. A preview warns of it.
 */ // K-10, K-11
export class NothingFitsError extends AnswerError {
  readonly code = "nothing_fits";

  constructor({ kind }: Resource, { name }: Props, why: readonly string[]) {
    const remedy = "Ask for less, allow a higher cost, or name the hardware by its id.";
    super(`${kind} ${String(name)}: ${why.join("; ")}. ${nothing} ${remedy}`);
  }
}

abstract class RefusedError extends ComputeError {
  constructor(
    { kind, name }: Pick<Effort, "kind" | "name">,
    what: string,
    readonly tried: readonly Tried[],
    remedy: string,
    cause: unknown,
  ) {
    super(`the ${kind} ${JSON.stringify(name)} ${what}. Tried ${listOf(tried)}. ${nothing} ${remedy}`, { cause });
  }
}

/**
 * No alternative could be placed, and the catalog shows no stock. The message lists each with the platform's answer and
 * its stock.
 *
 * @fix Allow more data centers, add alternatives, or keep trying with `waitForCapacity`.
 */ // A-20, P-14, M-53
export class NoCapacityError extends RefusedError {
  readonly code = "no_capacity";

  constructor(effort: Effort, tried: readonly Tried[], cause: unknown) {
    const { waitedMs, list } = effort;
    const howLong = waitedMs >= 1_000 ? ` within ${Math.round(waitedMs / 1_000)} s` : "";
    const remedy =
      "Allow more data centers or alternatives, or give it more time with `waitForCapacity`; " +
      `\`compute catalog ${list} --available\` shows the stock.`;
    super(effort, `found no capacity${howLong}`, tried, remedy, cause);
  }
}

/**
 * The platform refused every alternative although the catalog shows stock, so the request breaks a rule.
 *
 * @fix Correct the mistake that the answers name, or choose other hardware.
 */
export class AlternativesRefusedError extends RefusedError {
  readonly code = "alternatives_refused";

  constructor(effort: Effort, tried: readonly Tried[], cause: unknown) {
    const remedy = "Correct what the platform's sentences name, or choose other hardware.";
    super(effort, "was refused with each of its alternatives", tried, remedy, cause);
  }
}

/**
 * 403 for every alternative: the key or the account may not use this hardware.
 *
 * @fix Ask for access, use another key, or choose other hardware.
 */ // A-23
export class HardwareForbiddenError extends RefusedError {
  readonly code = "hardware_forbidden";

  constructor(effort: Effort, tried: readonly Tried[], cause: unknown) {
    const remedy = "Check that the key may create, ask for access to this hardware, or choose other hardware.";
    super(effort, "was not allowed (403)", tried, remedy, cause);
  }
}
