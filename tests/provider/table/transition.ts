import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";

/** One argument changed alone, and what comes of it. */
export interface Transition {
  readonly resource: Resource;
  readonly field: string;
  readonly change: string;
  readonly from: Props;
  readonly to: Props;
  /** What the platform reports beyond what was asked. */
  readonly observed?: Props;
  readonly outcome: "none" | "update" | "replace" | "refused";
}

export type Row = readonly [field: string, change: string, from: Props, to: Props, outcome: Transition["outcome"]];

export const rows = (resource: Resource, base: Props, observed: Props, table: readonly Row[]): Transition[] =>
  table.map(([field, change, from, to, outcome]) => {
    const before = { ...base, ...from };
    return { resource, field, change, from: before, to: { ...before, ...to }, observed, outcome };
  });

/** Of an argument: taken out. */
export const gone = undefined;
