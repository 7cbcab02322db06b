import type { Change } from "./changes";
import { changesBetween, topLevel } from "./changes";
import type { Step, StepOp } from "./driver";
import type { PlatformRequest } from "./platform";

const signs: Readonly<Record<StepOp, string>> = { same: " ", create: "+", update: "~", replace: "±", delete: "-" };
const longestValue = 60;

/** Says why a change of a field has the effect it has, from the declaration of the kind. */
export type Reason = (kind: string, op: StepOp, change: Change) => string | undefined;

export interface Explanation {
  readonly reason: Reason;
  /** Whether two values of a top-level field mean the same. */
  readonly isSameValue: (kind: string, name: string, old: unknown, next: unknown) => boolean;
}

function show(value: unknown): string {
  if (value === undefined) return "(not set)";
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function showChange({ path, old, next }: Change): string {
  if (old === "[secret]" && next === "[secret]") return `${path}: changed (secret)`;
  return `${path}: ${show(old)} → ${show(next)}`;
}

/** The steps of an operation, each with what changed and why that updates or replaces. */
export function stepLines(steps: readonly Step[], { reason, isSameValue }: Explanation): string[] {
  return steps
    .filter(({ op }) => op !== "same")
    .flatMap((step) => {
      const head = `${signs[step.op]} ${step.op} ${step.kind} ${step.name}`;
      if (step.op !== "update" && step.op !== "replace") return [head];
      const { kind, op, oldInputs, newInputs } = step;
      const isNews = (name: string) => !isSameValue(kind, name, oldInputs[name], newInputs[name]);
      const changes = changesOf(step).filter(({ path }) => isNews(topLevel(path)));
      return [head, ...changes.flatMap((change) => changeLines(change, reason(kind, op, change)))];
    });
}

/** Two secrets look alike: that one changed is only known from the engine. */
function changesOf({ oldInputs, newInputs, changedKeys }: Step): Change[] {
  const visible = changesBetween(oldInputs, newInputs);
  const seen = new Set(visible.map(({ path }) => topLevel(path)));
  const hidden = [...new Set(changedKeys)].filter((key) => !seen.has(key) && !key.startsWith("__"));
  return [...visible, ...hidden.map((key) => ({ path: key, old: oldInputs[key], next: newInputs[key] }))];
}

function changeLines(change: Change, why: string | undefined): string[] {
  return [`    ${showChange(change)}`, ...(why === undefined ? [] : [`      ${why}`])];
}

/** The findings of a refresh, by resource and path. */
export function driftLines(drift: Readonly<Record<string, readonly Change[]>>): string[] {
  return Object.entries(drift).flatMap(([name, changes]) => [
    name,
    ...changes.map((change) => `    ${showChange(change)}`),
  ]);
}

/** `7 requests (1 PATCH, 6 GET)`. */
export function requestLine(requests: readonly PlatformRequest[]): string {
  if (requests.length === 0) return "no request";
  const counts = new Map<string, number>();
  for (const { method } of requests) counts.set(method, (counts.get(method) ?? 0) + 1);
  const parts = [...counts].map(([method, count]) => `${count} ${method}`);
  return `${requests.length} ${requests.length === 1 ? "request" : "requests"} (${parts.join(", ")})`;
}
