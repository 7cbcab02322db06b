import fc from "fast-check";

/** Which of the things made so far, the newest first; the last number is none of them. */
export const nothing = 12;
const what = fc.nat(nothing);
const image = fc.constantFrom("a", "b");
const env = fc.constantFrom<Record<string, string>[]>({}, { A: "1" }, { A: "2", B: "" });
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const request = fc.record({
  image,
  env,
  gpus: fc.constantFrom(1, 1, 2, 4, 9),
  registry: maybe(what),
  volume: maybe(what),
  disk: maybe(fc.constantFrom(10, 20)),
});
const change = fc.record(
  { name: fc.constantFrom("x", "y"), image, env, locked: fc.boolean(), disk: fc.constantFrom(10, 20, 30) },
  { requiredKeys: [] },
);

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant("create pod" as const), request }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("patch pod" as const), what, change }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("act" as const),
      what,
      action: fc.constantFrom("start" as const, "stop" as const, "restart" as const, "terminate" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("delete pod" as const), what }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant("create cluster" as const),
      podCount: fc.constantFrom(1, 2, 3),
      gpus: fc.constantFrom(1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("delete cluster" as const), what }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("create volume" as const), size: fc.constantFrom(9, 10, 50) }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("resize volume" as const), what, size: fc.constantFrom(9, 20, 60) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("delete volume" as const), what }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant("create registry" as const), name: fc.constantFrom("r1", "r2", "r3") }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("delete registry" as const), what }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant("advance" as const), ms: fc.constantFrom(1, 999, 1_000, 2_000, 60_000) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("money" as const), isBroke: fc.boolean() }) },
);
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant("none") },
  { weight: 1, arbitrary: fc.constantFrom("before", "after", "reset", "mid-body", "replaced") },
);

/** One step: an operation, and what goes wrong with it. */
const step = fc.record({ operation, fault });
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Long enough for things to meet each other. */
export const sequence = fc.array(step, { minLength: 8, maxLength: 30, size: "max" });
