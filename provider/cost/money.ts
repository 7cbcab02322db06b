import type { Price } from "./pricing";

/** `12.00`, for a table whose head names the unit. */
export function usd(amount: number): string {
  const text = amount.toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

/** `12.00 USD/h` */
export const usdPerHour = (amount: number): string => `${usd(amount)} USD/h`;

/** `+12.00`, for a change of cost. */
export const signedUsd = (amount: number): string =>
  amount > 0 && usd(amount) !== "0.00" ? `+${usd(amount)}` : usd(amount);

/** An amount without the noise of binary fractions, in which three times 0.40 is more than 1.20. */
export const withoutNoise = (amount: number): number => Math.round(amount * 1e6) / 1e6;

export const totalUsd = (amounts: readonly number[]): number =>
  withoutNoise(amounts.reduce((total, amount) => total + amount, 0));

/** An amount with at least two decimals: a limit or a price per vCPU may have more. */
export function exactUsd(amount: number): string {
  const exact = Math.round(amount * 1e4) / 1e4;
  return Number(usd(exact)) === exact ? usd(exact) : String(exact);
}

/** A cost in USD per hour; undefined without a published price. */
export interface Amount {
  readonly perHour: number | undefined;
  /** The maximum, if it is higher. */
  readonly most?: number;
}

export const nothing: Amount = { perHour: 0 };

export const amountOf = ({ perHour, most }: Price): Amount => ({ perHour, ...(most !== undefined && { most }) });

/** `0.69 USD/h → 1.38 USD/h (+0.69)`, and `, at most 1.72 USD/h` if alternatives are more expensive. */
export function costText({ before, after }: Readonly<Record<"before" | "after", Amount>>): string {
  const difference = (after.perHour ?? Number.NaN) - (before.perHour ?? Number.NaN);
  const text = `${amountText(before)} → ${amountText({ perHour: after.perHour })}`;
  if (Number.isNaN(difference)) return text;
  const rounded = signedUsd(difference);
  const most = after.most === undefined ? "" : `, at most ${usdPerHour(after.most)}`;
  return `${text} (${rounded === "0.00" ? "no change" : rounded})${most}`;
}

/** A change of cost in USD per hour, as far as a sentence tells it. */
export interface HourlyChange {
  readonly before: number;
  readonly after: number;
}

/** The change of cost in such a sentence; undefined if it tells none. */
export function costIn(message: string): HourlyChange | undefined {
  const [, before, after] = /^Cost: ([\d.]+) USD\/h → ([\d.]+) USD\/h/.exec(message) ?? [];
  return before === undefined ? undefined : { before: Number(before), after: Number(after) };
}

/** Tells whether a message gives the cost of a step, for engines that have no prices. It does not know what an option keeps. */
export const isCost = ({ message, urn }: { readonly message: string; readonly urn?: string | undefined }): boolean =>
  urn !== undefined && message.startsWith("Cost: ");

/** The sentence instead of a cost if the price list can't be read, which may be a preview's only request. */
export const unknownCost = "Cost: unknown, because the price list could not be read.";

/** `0.69 USD/h`, `0.69 USD/h, at most 1.72 USD/h`. */
export function amountText({ perHour, most }: Amount): string {
  if (perHour === undefined) return "unknown";
  return most === undefined ? usdPerHour(perHour) : `${usdPerHour(perHour)}, at most ${usdPerHour(most)}`;
}
