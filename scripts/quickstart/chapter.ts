import type { Outcome, Settings, StepOp } from "./driver";
import type { Platform } from "./platform";

/** The resources of the example, by their names in the program. */
export type Name = "registry" | "datasets" | "trainer" | "training";

export interface Expectation {
  /** Whether the operation is to succeed; true unless given. */
  readonly ok?: boolean;
  /** The resources that something happens to, by what happens. The others are to be left alone. */
  readonly steps?: Partial<Record<Exclude<StepOp, "same">, readonly Name[]>>;
  /** Paths that a refresh is to report, among others of the same resource. */
  readonly drift?: Partial<Record<Name, readonly string[]>>;
  /** No more than this many requests to the platform. */
  readonly maxCalls?: number;
  /** Methods that must not be used: a preview changes nothing. */
  readonly readOnly?: boolean;
  /** Requests that must come, in this order, others between them: `POST /v2/registries` also stands for paths below. */
  readonly inOrder?: readonly string[];
  /** Something that the messages must say. */
  readonly says?: RegExp;
  /** How many objects the platform holds afterwards, of all kinds together. */
  readonly objectsLeft?: number;
}

export interface Chapter {
  readonly title: string;
  /** Settings changed before the operation. */
  readonly settings?: Settings;
  /** What somebody else does before the operation, and a sentence that says so. */
  readonly meanwhile?: { readonly text: string; readonly act: (platform: Platform) => Promise<void> };
  /** The operation on the stack; `keep` runs for half an hour. */
  readonly operation: "preview" | "up" | "refresh" | "destroy" | "keep";
  readonly expect: Expectation;
}

export interface Observed {
  readonly outcome: Outcome;
  /** What was asked of the platform, as `GET /v2/pods`, oldest first. */
  readonly requests: readonly string[];
  readonly drift: Readonly<Record<string, readonly string[]>>;
  readonly objectsLeft: number;
}

/** What differs from what was expected, one sentence each; empty when all is well. */
export function surprises(expected: Expectation, observed: Observed): string[] {
  const { outcome } = observed;
  return [
    ...(outcome.ok === (expected.ok ?? true) ? [] : [`it ${outcome.ok ? "succeeded" : "failed"}, against expectation`]),
    ...stepSurprises(expected, outcome),
    ...driftSurprises(expected, observed.drift),
    ...(expected.maxCalls !== undefined && observed.requests.length > expected.maxCalls
      ? [`${observed.requests.length} requests in place of at most ${expected.maxCalls}`]
      : []),
    ...(expected.readOnly ? observed.requests.filter(isWrite).map((request) => `${request} changes something`) : []),
    ...orderSurprises(expected, observed.requests),
    ...(expected.says && !expected.says.test(outcome.messages.join("\n")) ? [`no message says ${expected.says}`] : []),
    ...(expected.objectsLeft !== undefined && observed.objectsLeft !== expected.objectsLeft
      ? [`${observed.objectsLeft} objects exist in place of ${expected.objectsLeft}`]
      : []),
  ];
}

const isWrite = (request: string): boolean => !request.startsWith("GET ");

function orderSurprises({ inOrder = [] }: Expectation, requests: readonly string[]): string[] {
  let from = 0;
  for (const wanted of inOrder) {
    const found = requests.findIndex((request, index) => index >= from && request.startsWith(wanted));
    if (found < 0) return [`no ${wanted} in its turn`];
    from = found + 1;
  }
  return [];
}

function stepSurprises({ steps }: Expectation, outcome: Outcome): string[] {
  if (!steps) return [];
  const wanted = Object.entries(steps).flatMap(([op, names]) => names.map((name) => `${op} ${name}`));
  const got = outcome.steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`);
  return [
    ...wanted.filter((step) => !got.includes(step)).map((step) => `no ${step}`),
    ...got.filter((step) => !wanted.includes(step)).map((step) => `an unexpected ${step}`),
  ];
}

function driftSurprises({ drift }: Expectation, found: Observed["drift"]): string[] {
  if (!drift) return [];
  const missing = Object.entries(drift).flatMap(([name, paths]) =>
    paths.filter((path) => !found[name]?.includes(path)).map((path) => `no drift of ${name} at ${path}`),
  );
  const extra = Object.keys(found).filter((name) => !(name in drift));
  return [...missing, ...extra.map((name) => `unexpected drift of ${name}`)];
}
