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
