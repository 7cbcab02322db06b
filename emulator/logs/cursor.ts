/** Whole microseconds since the epoch: what the ids of log lines are made of. */
export type Micros = number;

export const microsOf = (ms: number): Micros => Math.floor(ms) * 1_000;

/** `2026-05-05T08:10:02.000001Z`: RFC 3339 with the fraction that keeps ids of one stream apart (L-6). */
export function formatMicros(micros: Micros): string {
  const ms = Math.floor(micros / 1_000);
  const rest = String(micros - ms * 1_000).padStart(3, "0");
  return `${new Date(ms).toISOString().slice(0, 23)}${rest}Z`;
}

const shape = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Reads any RFC 3339 timestamp; digits beyond microseconds are cut off. Nothing when it is not one. */
export function parseMicros(text: string): Micros | undefined {
  const [, date, time, fraction = "", zone] = shape.exec(text) ?? [];
  if (date === undefined) return undefined;
  const seconds = Date.parse(`${date}T${time}${zone?.toUpperCase()}`);
  return Number.isNaN(seconds) ? undefined : seconds * 1_000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/** How event ids are written: the timestamp alone, or followed by a 12-digit sequence (L-5, L-6). */
export type CursorForm = "timestamp" | "suffixed";

export function formatCursor(micros: Micros, sequence: number, form: CursorForm): string {
  const stamp = formatMicros(micros);
  return form === "timestamp" ? stamp : `${stamp}/${String(sequence).padStart(12, "0")}`;
}

/** Both forms are understood, whichever is sent (L-6). Nothing when it is neither. */
export function parseCursor(text: string): Micros | undefined {
  return parseMicros(/^(.+)\/\d{12}$/.exec(text)?.[1] ?? text);
}
