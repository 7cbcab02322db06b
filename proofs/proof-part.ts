/** A part of a proof. */
export type Part = { readonly counts: Record<string, number>; readonly failures: string[] };

export const atMost = (what: string, value: number, limit: number): string[] =>
  value <= limit ? [] : [`${what}: ${value}, which is more than ${limit}`];
