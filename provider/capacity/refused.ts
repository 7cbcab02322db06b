import { type ApiError, BadRequestError, PermissionError } from "../../client";
import { AlternativesRefusedError, HardwareForbiddenError, NoCapacityError, type Tried } from "./errors";
import type { Hardware, Stock } from "./stock";

/** The platform's own no to one alternative, which made nothing and says nothing of the others. */
export type Refusal = BadRequestError | PermissionError;

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof BadRequestError || error instanceof PermissionError;

/** One alternative and what came of it so far. */
export interface Asked {
  readonly what: string;
  readonly refusal: Refusal;
  /** What the catalog said after the refusal; not asked about what is forbidden. */
  readonly stock?: Stock;
  /** How often in a row it was refused while the catalog showed stock. */
  readonly despiteStock: number;
}

/** A catalog that lags so often in a row has another reason: a rule that the platform does not say in numbers. */
const mostDespiteStock = 3;

/** Whether trying the same again may go better, or has not been tried at all. */
export function mayComeFree(asked: Asked | undefined): boolean {
  if (!asked) return true;
  const { refusal, stock, despiteStock } = asked;
  if (refusal instanceof PermissionError || stock?.verdict === "never") return false;
  return despiteStock < mostDespiteStock;
}

/** A refusal was, as far as anybody can tell, for lack of capacity. Who waited in vain where nothing is clear may say so. */
const isForCapacity = ({ stock }: Asked, waitedMs: number): boolean =>
  stock?.verdict === "none" || (stock?.verdict === "unclear" && waitedMs > 0);

export interface Effort {
  readonly kind: string;
  readonly name: string;
  readonly waitedMs: number;
  readonly list: ReturnType<Hardware["list"]>;
  /** Takes out of a platform's sentence what it may quote of a secret. */
  readonly redact: (text: string) => string;
}

/** What to tell of a create that was refused in all its forms. A single form keeps the platform's own error. */
export function failureOf(effort: Effort, asked: readonly Asked[]): Error {
  const { waitedMs, redact } = effort;
  const tried: Tried[] = asked.map(({ what, refusal, stock }) => ({
    what,
    answer: redact(sentenceOf(refusal)),
    ...(stock && { says: stock.says }),
  }));
  const cause = asked.at(-1)!.refusal;
  if (asked.some((one) => isForCapacity(one, waitedMs))) return new NoCapacityError(effort, tried, cause);
  if (asked.length === 1) return cause;
  const areForbidden = asked.every(({ refusal }) => refusal instanceof PermissionError);
  return new (areForbidden ? HardwareForbiddenError : AlternativesRefusedError)(effort, tried, cause);
}

const sentenceOf = ({ status, detail }: ApiError): string => `${status} ${detail.replace(/\.$/, "")}`;
