import { canary } from "../canaries";
import type { Life } from "./life";
import {
  accountSecret,
  add,
  credential,
  interrupted,
  knownOf,
  pod,
  remove,
  revert,
  set,
  sshKey,
  templated,
  up,
  volume,
} from "./known-parts";
import type { Declared } from "./program";

const orphaned = (at: number, moment: "before it is carried out" | "after it is carried out" | "after its answer") =>
  ({ ...up(), strike: { how: "kill -9 of the engine, and its host goes on", at, moment } }) as const;

const endpoint: Declared = {
  kind: "endpoint",
  name: "endpoint",
  args: {
    ...{ type: "QUEUE", image: "a:1", gpu: { pools: ["ADA_24"] } },
    scaling: { type: "REQUEST_COUNT", requestCount: 4 },
  },
};
const anotherKey = set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza9made8up7key6for5docs4only3 ada" });

/** Known lives in which two hosts met: one that had lost its engine and the next run, or those of two machines. */
export const livesOfOrphans: Readonly<Record<string, Life>> = knownOf({
  "an orphan writes the SSH keys that it read half a minute ago": {
    program: [sshKey(), endpoint],
    steps: [
      {
        ...orphaned(1, "after it is carried out"),
        faults: [{ method: "GET", from: 1, count: 1, fate: "slow-after" }],
      },
      anotherKey,
      up(),
      { do: "wait", minutes: 5 },
      up(),
    ],
  },
  "a run takes out the SSH key that an orphan is about to put in": {
    program: [sshKey()],
    steps: [orphaned(1, "before it is carried out"), anotherKey, up()],
  },
  "an orphan puts back the comment of an SSH key that a later run has changed": {
    program: [sshKey(), accountSecret()],
    steps: [
      orphaned(1, "after its answer"),
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 team" }),
      up(),
      { do: "wait", minutes: 5 },
      up(),
    ],
  },
  "an orphan whose create was answered late takes back a name that later runs have given": {
    world: { listLagMs: 5_000, keyFrom: "environment" },
    program: [credential({ name: undefined }), pod({ name: "own", desiredStatus: "EXITED", waitFor: "none" })],
    steps: [
      {
        ...orphaned(1, "after it is carried out"),
        faults: [{ method: "POST", from: 2, count: 5, fate: "slow-after" }],
      },
      up(),
      set("pod", { name: "other" }),
      up(),
      up(),
      { do: "wait", minutes: 5 },
      up(),
    ],
  },
  "an orphan begins an update that the next run has begun already": {
    program: [accountSecret()],
    steps: [
      up(),
      set("secret", { value: { $secret: canary(2) } }),
      add(endpoint),
      { ...up(), strike: { how: "Ctrl-C twice", at: 1, moment: "after it is carried out" } },
      up(),
    ],
  },
  "a list of SSH keys is sent again after a lost answer, and takes out the key of another machine": {
    program: [
      { ...sshKey(), name: "grace", args: { publicKey: "ssh-ed25519 AAAAC3Nza9made8up7key6for5docs grace" } },
      sshKey(),
    ],
    steps: [
      {
        ...{ do: "up", at: "second machine", target: ["ada"] },
        faults: [{ method: "PUT", from: 1, count: 1, fate: "cut" }],
        beside: { afterChanges: 1, operation: up() },
      },
    ],
  },
  "a process that had just ended its create confirms it, while another process of the run is cut short and the engine saves nothing":
    {
      program: [{ ...templated(), isOfOtherForm: true }, { ...volume(), isOfOtherForm: true }, accountSecret()],
      steps: [
        { ...up(), strike: { how: "Ctrl-C twice", at: 3, moment: "before it is carried out" } },
        { do: "destroy", at: "first checkout" },
      ],
    },
  "an orphan gives an SSH key, which it was to replace, a comment that the program has no more": {
    program: [sshKey(), accountSecret()],
    steps: [
      up(),
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 team-2" }),
      { ...interrupted("Ctrl-C twice"), replace: ["ada"] },
      revert(),
      set("secret", { value: { $secret: canary(2) } }),
      up(),
    ],
  },
  "an endpoint that an interrupted run made, and the next run replaced by itself, is left to bill": {
    program: [{ ...endpoint, args: { ...endpoint.args, jobLoss: "allow" } }],
    steps: [
      up(),
      { ...up(), strike: { how: "Ctrl-C twice", at: 2, moment: "before it is carried out" }, replace: ["endpoint"] },
      set("endpoint", { timeout: 71_660 }),
      { ...up(), replace: ["endpoint"] },
      remove("endpoint"),
      { do: "up --refresh", at: "first checkout" },
    ],
  },
});
