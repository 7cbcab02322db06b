import { CommandFailure } from "../io";

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment as the platform takes it, from a moment (`2026-05-04T09:00:00Z`) or a time back from now (`90s`, `10m`, `2h`, `1d`). */
export function momentOf(text: string, now: number): string {
  const [, amount, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now - Number(amount) * (unitMs[unit] ?? 0)).toISOString();
  if (/^\d{4}-\d\d-\d\dT/i.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new CommandFailure(
    `Invalid --since ${JSON.stringify(text)}. Use a timestamp (2026-05-04T09:00:00Z) or an age (90s, 10m, 2h, 1d).`,
  );
}
