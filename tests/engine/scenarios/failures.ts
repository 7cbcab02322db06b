import type { ProgramSpec, Scenario } from "../support/scenario";
import { chain } from "./basics";

const one = (args: object = {}, options: object = {}): ProgramSpec => ({
  resources: [{ name: "a", args: { name: "a", ...args }, options: { ...options } }],
  outputs: { server: { $ref: "a.server" } },
});
const wide = (more: object = {}): ProgramSpec => ({
  resources: [
    { name: "p", args: { name: "p", ...more } },
    { name: "q", args: { name: "q" } },
    { name: "r", args: { name: "r" } },
    { name: "s", args: { name: "s", other: { $ref: "q.server" } } },
  ],
  outputs: { p: { $ref: "p.server" } },
});

export const failures: Scenario[] = [
  {
    name: "create-fails",
    about: "no entry for what failed; dependents are not made; the next run goes on",
    steps: [{ run: "up", program: chain(), faults: { "create b": { message: "quota exceeded" } } }, { run: "up" }],
  },
  {
    name: "create-fails-among-others",
    about: "what runs is finished and saved; nothing else starts; no deletes; outputs do not vanish",
    ordered: false,
    steps: [
      { run: "up", program: { resources: [{ name: "old", args: { name: "old" } }], outputs: { kept: "yes" } } },
      {
        run: "up",
        program: wide(),
        faults: {
          "create q": { delayMs: 150, message: "quota exceeded" },
          "create p": { delayMs: 500 },
          "create r": { delayMs: 500 },
        },
      },
      { run: "up" },
    ],
  },
  {
    name: "update-fails",
    about: "the old entry stays; the next run tries again",
    steps: [
      { run: "up", program: one({ size: 1 }) },
      { run: "up", program: one({ size: 2 }), faults: { "update a": { message: "busy" } } },
      { run: "up" },
    ],
  },
  {
    name: "delete-fails",
    about: "the entry stays until a delete succeeds",
    steps: [
      { run: "up", program: one() },
      { run: "up", program: {}, faults: { "delete a": { message: "in use" } } },
      { run: "up" },
    ],
  },
  {
    name: "init-error-on-create",
    about: "the half-made object is kept with its reasons, and updated by the next run although diff says no change",
    steps: [
      { run: "up", program: one(), faults: { "create a": { init: true, message: "never became ready" } } },
      { run: "preview" },
      { run: "up" },
      { run: "up" },
    ],
  },
  {
    name: "init-error-on-update",
    about: "the old inputs are kept, so that the next run sees the change again",
    steps: [
      { run: "up", program: one({ size: 1 }) },
      { run: "up", program: one({ size: 2 }), faults: { "update a": { init: true, message: "never became ready" } } },
      { run: "up" },
    ],
  },
  {
    name: "init-error-then-refresh",
    about: "a successful read clears the reasons",
    steps: [
      { run: "up", program: one(), faults: { "create a": { init: true, message: "never became ready" } } },
      { run: "refresh" },
      { run: "up" },
    ],
  },
  {
    name: "init-error-on-replace",
    about: "the new object is kept, the old one waits for its delete",
    steps: [
      { run: "up", program: one({ kind: "k" }) },
      {
        run: "up",
        program: one({ kind: "other" }),
        faults: { "create a": { init: true, message: "never became ready" } },
      },
      { run: "up" },
    ],
  },
  {
    name: "check-fails-on-a-property",
    about: "nothing is made; stack and default provider stay",
    steps: [
      { run: "up", program: one({ reject: "kind", kind: "k" }) },
      { run: "up", program: one() },
    ],
  },
  {
    name: "check-fails-as-a-whole",
    about: "a failure without a property",
    steps: [{ run: "preview", program: one({ reject: "whole" }) }, { run: "up" }],
  },
  {
    name: "check-throws",
    about: "its message is the error",
    steps: [{ run: "up", program: one(), faults: { "check a": { message: "check broke" } } }],
  },
  {
    name: "diff-throws",
    about: "its message is the error, and nothing is done",
    steps: [
      { run: "up", program: one() },
      { run: "up", faults: { "diff a": { message: "diff broke" } } },
    ],
  },
  {
    name: "host-dies",
    about: "a plain failure: nothing is stored",
    steps: [{ run: "up", program: one(), faults: { "create a": { exit: true } } }, { run: "up" }],
  },
  {
    name: "program-throws",
    about: "what was registered before is kept, nothing is deleted",
    ordered: false,
    steps: [
      { run: "up", program: chain() },
      { run: "up", program: { resources: [{ name: "a", args: { name: "a", kind: "k" } }], throw: "boom" } },
      { run: "up", program: chain() },
    ],
  },
  {
    name: "program-exits",
    about: "an exit code that is not 0 fails the run",
    ordered: false,
    steps: [{ run: "up", program: { exit: 3 } }],
  },
  {
    name: "program-logs-an-error",
    about: "which by itself does not make a run fail",
    steps: [{ run: "up", program: { ...one(), errors: ["something is odd"] } }],
  },
];
