import type { Price } from "./pricing";

/** `12.00`, for a table whose head says what it is. */
export function usd(amount: number): string {
  const text = amount.toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

/** `12.00 USD/h` */
export const usdPerHour = (amount: number): string => `${usd(amount)} USD/h`;

/** `+12.00`, of what is added to a cost. */
export const signedUsd = (amount: number): string =>
  amount > 0 && usd(amount) !== "0.00" ? `+${usd(amount)}` : usd(amount);

/** At least cents; a limit, or a price per vCPU, may have more digits. */
export function exactUsd(amount: number): string {
  const exact = Math.round(amount * 1e4) / 1e4;
  return Number(usd(exact)) === exact ? usd(exact) : String(exact);
}

/** What the objects of one preview cost before and after it, in USD per hour; undefined where no price is published. */
interface CostChange {
  readonly before: Amount;
  readonly after: Amount;
}

export interface Amount {
  readonly perHour: number | undefined;
  /** It may turn out to be less. */
  readonly isAtMost?: boolean;
}

export const nothing: Amount = { perHour: 0 };

export const amountOf = ({ perHour, isAtMost = false }: Price): Amount => ({ perHour, isAtMost });

/** `0.69 USD/h → 1.38 USD/h (+0.69)`. */
export function costText({ before, after }: CostChange): string {
  const difference = (after.perHour ?? Number.NaN) - (before.perHour ?? Number.NaN);
  const text = `${amountText(before)} → ${amountText(after)}`;
  if (Number.isNaN(difference)) return text;
  const rounded = signedUsd(difference);
  if (rounded === "0.00") return `${text} (no change)`;
  return `${text} (${rounded})`;
}

/** What is said in place of a cost where the price list can't be had. A preview may ask the platform nothing else. */
export const unknownCost = "Cost: unknown, because the price list could not be read.";

/** `0.69 USD/h`, `at most 0.69 USD/h`. */
export const amountText = ({ perHour, isAtMost = false }: Amount): string =>
  perHour === undefined ? "unknown" : `${isAtMost ? "at most " : ""}${usdPerHour(perHour)}`;
