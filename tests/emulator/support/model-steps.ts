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
  template: maybe(what),
  disk: maybe(fc.constantFrom(10, 20)),
});
const change = fc.record(
  { name: fc.constantFrom("x", "y"), image, env, locked: fc.boolean(), disk: fc.constantFrom(10, 20, 30) },
  { requiredKeys: [] },
);

const pods = fc.constant("pods" as const);
const podOperation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ on: pods, op: fc.constant("create pod" as const), request }) },
  { weight: 3, arbitrary: fc.record({ on: pods, op: fc.constant("patch pod" as const), what, change }) },
  {
    weight: 4,
    arbitrary: fc.record({
      on: pods,
      op: fc.constant("act" as const),
      what,
      action: fc.constantFrom("start" as const, "stop" as const, "restart" as const, "terminate" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: pods, op: fc.constant("delete pod" as const), what }) },
  {
    weight: 1,
    arbitrary: fc.record({
      on: pods,
      op: fc.constant("create cluster" as const),
      podCount: fc.constantFrom(1, 2, 3),
      gpus: fc.constantFrom(1, 2),
      template: maybe(what),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: pods, op: fc.constant("delete cluster" as const), what }) },
  {
    weight: 2,
    arbitrary: fc.record({ on: pods, op: fc.constant("create volume" as const), size: fc.constantFrom(9, 10, 50) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: pods,
      op: fc.constant("resize volume" as const),
      what,
      size: fc.constantFrom(9, 20, 60),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: pods, op: fc.constant("delete volume" as const), what }) },
  {
    weight: 2,
    arbitrary: fc.record({
      on: pods,
      op: fc.constant("create registry" as const),
      name: fc.constantFrom("r1", "r2", "r3"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: pods, op: fc.constant("delete registry" as const), what }) },
  {
    weight: 3,
    arbitrary: fc.record({
      on: pods,
      op: fc.constant("advance" as const),
      ms: fc.constantFrom(1, 999, 1_000, 2_000, 60_000, 1_800_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: pods, op: fc.constant("money" as const), isBroke: fc.boolean() }) },
);

const name = fc.constantFrom("t1", "t2", "t3");
const templateChange = fc.record({ name, image, env }, { requiredKeys: [] });
const things = fc.constant("things" as const);
const key = fc.constantFrom("ssh-ed25519 AAAA a", "ssh-rsa BBBB", "ssh-rsa BBBB\nssh-rsa CCCC");
const thingOperation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      on: things,
      op: fc.constant("create template" as const),
      name,
      image,
      env,
      serverless: fc.boolean(),
      registry: maybe(what),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ on: things, op: fc.constant("patch template" as const), what, change: templateChange }),
  },
  { weight: 1, arbitrary: fc.record({ on: things, op: fc.constant("delete template" as const), what }) },
  {
    weight: 1,
    arbitrary: fc.record({
      on: things,
      op: fc.constant("create secret" as const),
      name: fc.constantFrom("DB", "db", "TOKEN"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: things,
      op: fc.constant("patch secret" as const),
      what,
      description: maybe(fc.constantFrom("", "text")),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: things,
      op: fc.constant("create delegation" as const),
      name: fc.constantFrom(null, "d"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: things,
      op: fc.constant("delete thing" as const),
      kind: fc.constantFrom("secrets" as const, "delegations" as const),
      what,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ on: things, op: fc.constant("put keys" as const), keys: fc.array(key, { maxLength: 2 }) }),
  },
);

const queue = fc.constant("queue" as const);
const queueOperation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      on: queue,
      op: fc.constant("create endpoint" as const),
      hasWorker: fc.boolean(),
      isUpsideDown: fc.constantFrom(false, false, false, true),
      image,
      registry: maybe(what),
      volume: maybe(what),
      template: maybe(what),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: queue,
      op: fc.constant("patch endpoint" as const),
      what,
      name: maybe(fc.constantFrom("x", "y")),
      image: maybe(image),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: queue, op: fc.constant("delete endpoint" as const), what }) },
  {
    weight: 5,
    arbitrary: fc.record({
      on: queue,
      op: fc.constant("run" as const),
      what,
      runMs: fc.constantFrom(0, 1, 999, 1_000, 4_999),
      outcome: fc.constantFrom("COMPLETED" as const, "FAILED" as const, "TIMED_OUT" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ on: queue, op: fc.constantFrom("cancel" as const, "retry" as const), what }) },
  { weight: 1, arbitrary: fc.record({ on: queue, op: fc.constant("purge" as const), what }) },
);

const operation = fc.oneof(
  { weight: 4, arbitrary: podOperation },
  { weight: 2, arbitrary: thingOperation },
  { weight: 2, arbitrary: queueOperation },
);
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant("none") },
  { weight: 1, arbitrary: fc.constantFrom("before", "after", "reset", "mid-body", "replaced") },
);

/** One step: an operation, and what goes wrong with it. */
const step = fc.record({ operation, fault });
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Long enough for things to meet each other. */
export const sequence = fc.array(step, { minLength: 8, maxLength: 30, size: "max" });
