import type { Change } from "./changes";
import { changesBetween } from "./changes";
import type { Step, StepOp } from "./driver";
import type { PlatformRequest } from "./platform";

const signs: Readonly<Record<StepOp, string>> = { same: " ", create: "+", update: "~", replace: "±", delete: "-" };
const longestValue = 60;

/** Says why a change of a field has the effect it has, from the declaration of the kind. */
export type Reason = (kind: string, change: Change) => string | undefined;

function show(value: unknown): string {
  if (value === undefined) return "(not set)";
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function showChange({ path, old, next }: Change): string {
  return `${path}: ${show(old)} → ${show(next)}`;
}

/** The steps of an operation, each with what changed and why that updates or replaces. */
export function stepLines(steps: readonly Step[], reason: Reason): string[] {
  return steps
    .filter(({ op }) => op !== "same")
    .flatMap((step) => {
      const head = `${signs[step.op]} ${step.op} ${step.kind} ${step.name}`;
      if (step.op !== "update" && step.op !== "replace") return [head];
      const changes = changesBetween(step.oldInputs, step.newInputs);
      return [head, ...changes.map((change) => `    ${showChange(change)}${because(reason(step.kind, change))}`)];
    });
}

function because(text: string | undefined): string {
  return text === undefined ? "" : `\n      ${text}`;
}

/** What a refresh found, by resource and path. */
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
