import { type ApiError, BadRequestError, PermissionError } from "../../client";
import { AlternativesRefusedError, HardwareForbiddenError, NoCapacityError, type Tried } from "./errors";
import type { NeedForm } from "../table/need";
import type { Stock } from "./stock";

/** The platform's refusal of one alternative, which made nothing and says nothing about the others. */
export type Refusal = BadRequestError | PermissionError;

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof BadRequestError || error instanceof PermissionError;

/** One alternative and its outcome so far. */
export interface Asked {
  readonly what: string;
  readonly refusal: Refusal;
  /** The catalog's answer after the refusal; not requested for a forbidden alternative. */
  readonly stock?: Stock;
  /** The number of consecutive refusals while the catalog showed stock. */
  readonly despiteStock: number;
}

/** The number of consecutive refusals despite stock that a lagging catalog can explain; more of them mean a broken rule. */
const mostDespiteStock = 3;

/** Tells whether another try may succeed, or none has been made yet. */
export function mayComeFree(asked: Asked | undefined): boolean {
  if (!asked) return true;
  const { refusal, stock, despiteStock } = asked;
  if (refusal instanceof PermissionError || stock?.verdict === "never") return false;
  return despiteStock < mostDespiteStock;
}

/** Tells whether a refusal was probably for lack of capacity. If the catalog is unclear, a wait without success counts as that. */
const isForCapacity = ({ stock }: Asked, waitedMs: number): boolean =>
  stock?.verdict === "none" || (stock?.verdict === "unclear" && waitedMs > 0);

export interface Effort {
  readonly kind: string;
  readonly name: string;
  readonly waitedMs: number;
  readonly list: NeedForm["list"];
  /** Masks secrets that a platform's sentence may quote. */
  readonly redact: (text: string) => string;
}

/** The error of a create that was refused in all its forms. A single form keeps the platform's own error. */
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
