import { canary } from "../canaries";
import type { Life, Step } from "./life";
import {
  accountSecret,
  credential,
  delegation,
  faults,
  handOver,
  ignore,
  interrupted,
  killed,
  knownOf,
  pod,
  set,
  templated,
  unset,
  up,
} from "./known-parts";

/** A killed run made something from other arguments than the program has by the time it is taken over, and that is said. */
const takenOverFromOtherArguments: readonly Step[] = [
  killed("after it is carried out"),
  set("delegation", delegation("app:2").args),
  up(),
];

/** Known lives in which something is replaced or updated that is as the program says already. */
export const livesOfNeedlessSteps: Readonly<Record<string, Life>> = knownOf({
  "a pod is replaced for a startSsh that means what leaving it out had meant": {
    program: [pod({ waitFor: undefined })],
    steps: [interrupted("Ctrl-C twice"), set("pod", { startSsh: false }), up(), { ...up(), mustSucceed: true }],
  },
  "a pod is replaced for leaving out a startSsh that means the same": {
    program: [pod({ waitFor: undefined, startSsh: false })],
    steps: [interrupted("Ctrl-C twice"), unset("pod", "startSsh"), up(), { ...up(), mustSucceed: true }],
  },
  "a pod is replaced for a startSsh beside a new template that means what leaving both out had meant": {
    program: [pod({ waitFor: undefined })],
    steps: [interrupted("Ctrl-C twice"), set("pod", { templateId: "t2verified", startSsh: false }), up(), up()],
  },
  "a pod is replaced for a startSsh that its template had given to it": {
    program: [templated({ waitFor: undefined })],
    steps: [interrupted("Ctrl-C twice"), set("pod", { startSsh: true }), up(), { ...up(), mustSucceed: true }],
  },
  "a pod is replaced for a startSsh that is left to its template": {
    program: [pod({ cpu: { id: "cpu3c", vcpuCount: 4 }, gpu: undefined, templateId: "t2verified", startSsh: false })],
    steps: [
      interrupted("Ctrl-C twice"),
      unset("pod", "startSsh"),
      up(),
      { ...up(), mustSucceed: true },
      { ...up(), mustSucceed: true },
    ],
  },
  "a credential is taken for one that another account's key was to make": {
    program: [credential({ name: undefined })],
    steps: [
      { ...killed("before it is carried out"), with: "key of another account" },
      {
        ...up(),
        strike: {
          how: "kill -9 of the engine, and its host goes on",
          at: 1,
          moment: "after it is carried out",
        },
      },
      { do: "up", at: "second checkout", beside: { afterChanges: 1, operation: up() } },
      up(),
    ],
  },
  "a secret that was handed over after a cut update is to be updated again": {
    program: [accountSecret()],
    steps: [
      up(),
      set("secret", { value: { $secret: canary(2) } }),
      killed("after it is carried out"),
      handOver("secret"),
      up(),
    ],
  },
  "a secret that was handed over is to be updated for a description that a cut update has not taken out": {
    program: [
      { kind: "accountSecret", name: "secret", args: { value: { $secret: canary(1) }, description: "for team 2" } },
    ],
    steps: [up(), unset("secret", "description"), killed("before it is carried out"), handOver("secret"), up()],
  },
  "a pod is to be updated again for a command that a cut update has taken out": {
    program: [
      { ...pod({ cmd: [{ $secret: canary(1) }] }), name: "other" },
      { ...templated({ templateId: undefined, image: "a:1" }), name: "first" },
    ],
    steps: [
      up(),
      unset("other", "cmd"),
      set("first", { cmd: ["serve"] }),
      { ...up(), strike: { how: "Ctrl-C twice", at: 1, moment: "after its answer" } },
      up(),
    ],
  },
  "a pod is to be updated again for a disk that a lost update had taken out and a template has set since": {
    program: [pod({ cpu: { id: "cpu3c", vcpuCount: 4 }, gpu: undefined, disk: 100 })],
    steps: [
      up(),
      unset("pod", "disk"),
      { ...up(), ...faults("PATCH", "lost-before") },
      set("pod", { templateId: "t2verified" }),
      up(),
    ],
  },
  "a pod is to be updated again for an image that a lost update had set and a template has set since": {
    program: [pod({ cpu: { id: "cpu3c", vcpuCount: 4 }, gpu: undefined })],
    steps: [
      up(),
      set("pod", { image: "a:2" }),
      { ...up(), ...faults("PATCH", "lost-before") },
      unset("pod", "image"),
      set("pod", { templateId: "t2verified" }),
      up(),
    ],
  },
  "a pod is to be updated again for a command that a lost update had set and its template has set since": {
    program: [pod({ templateId: "t0official" })],
    steps: [
      up(),
      set("pod", { cmd: ["serve"] }),
      { ...up(), ...faults("PATCH", "lost-before") },
      unset("pod", "cmd"),
      set("pod", { locked: true }),
      up(),
    ],
  },
  "an update after a killed run is said to be unclear still, by what that run's host noted meanwhile": {
    seed: 2,
    program: [accountSecret()],
    steps: [
      up(),
      set("secret", { value: { $secret: canary(2) }, description: "for team 1" }),
      {
        ...up(),
        faults: [{ method: "PATCH", from: 2, count: 1, fate: "500-before" }],
        strike: { how: "kill -9 of the engine, and its host goes on", at: 1, moment: "before it is carried out" },
      },
      up(),
    ],
  },
  "a replacement is called needless of what was taken over from other arguments, where ignoreChanges keeps what the failed run asked for":
    {
      program: [delegation("app:1")],
      steps: [...takenOverFromOtherArguments, ignore("delegation", "resource"), { ...up(), mustSucceed: true }],
    },
  "a replacement is called needless of what was taken over from other arguments and refreshed, where ignoreChanges keeps what the failed run asked for":
    {
      program: [delegation("app:1")],
      steps: [
        ...takenOverFromOtherArguments,
        { do: "refresh", at: "first checkout" },
        ignore("delegation", "resource"),
        { ...up(), mustSucceed: true },
      ],
    },
});
