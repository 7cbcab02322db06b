import { canary } from "../canaries";
import { livesOfHandOvers } from "./known-hand-overs";
import { livesOfImports } from "./known-imports";
import { livesOfLostStates } from "./known-lost-states";
import { livesOfNeedlessSteps } from "./known-needless-steps";
import { livesOfOrphans } from "./known-orphans";
import { livesOfUnseenDifferences } from "./known-unseen-differences";
import type { Life } from "./life";
import {
  cluster,
  credential,
  delegation,
  drift,
  faults,
  handOver,
  hostKilled,
  interrupted,
  keyOfBo,
  killed,
  knownOf,
  pod,
  read,
  remove,
  rename,
  revert,
  set,
  sshKey,
  templated,
  unset,
  up,
  volume,
} from "./known-parts";

const livesOfStacks = knownOf({
  "a destroy with a target that the stack does not have deletes what it has": {
    program: [pod()],
    steps: [up(), { do: "destroy", at: "first checkout", target: ["nobody"] }],
  },
  "a volume that a wrong key did not show is replaced": {
    program: [volume()],
    steps: [up(), set("volume", { size: 60 }), { ...up(), with: "key of another account" }, up()],
  },
  "a key that was replaced by itself is taken away": {
    program: [sshKey()],
    steps: [
      up(),
      { ...killed(), do: "destroy" },
      { ...up(), strike: { how: "Ctrl-C", at: 1, moment: "after its answer" } },
      up(),
    ],
  },
  "a key that came after the last look at the list is not what a run deletes": {
    program: [sshKey()],
    steps: [
      {
        ...up(),
        at: "second machine",
        strike: { how: "Ctrl-C twice", at: 1, moment: "before it is carried out" },
      },
      set("ada", { publicKey: keyOfBo }),
      up(),
    ],
  },
  "nobody is told of a key in another account that an interrupted run had put into this one too": {
    program: [sshKey()],
    steps: [
      interrupted("Ctrl-C twice"),
      { ...up(), with: "key of another account" },
      { ...up(), do: "up --refresh" },
      { ...up(), do: "destroy" },
    ],
  },
  "a refresh with another account's key forgets what bills": {
    program: [pod()],
    steps: [up(), { do: "refresh", at: "first checkout", with: "key of another account" }],
  },
  "what an interrupted run made is deleted for other hardware": {
    program: [pod({ mounts: { persistent: { size: 10, path: "/data" } }, dataLoss: "refuse" })],
    steps: [interrupted("Ctrl-C twice"), set("pod", { gpu: { id: "NVIDIA H200", count: 1 } }), up()],
  },
  "a volume grown by hand is said to be updated": {
    program: [volume()],
    steps: [up(), set("volume", { size: 50 }), drift({ what: "change", name: "volume", body: { size: 100 } }), up()],
  },
  "two checkouts hold one pod": {
    program: [pod({ waitFor: "running" })],
    steps: [{ ...up(), beside: { afterChanges: 1, operation: { do: "up", at: "second checkout" } } }],
  },
  "a cluster whose members have finished can't be renamed": {
    program: [cluster()],
    steps: [
      up(),
      drift({ what: "end its members", name: "cluster" }),
      set("cluster", { name: "other" }),
      { ...up(), mustSucceed: true },
    ],
  },
  "startSsh that a template has set replaces the pod": {
    program: [templated()],
    steps: [up(), set("pod", { startSsh: true }), up()],
  },
  "startSsh that a template has set is not taken away": {
    program: [templated()],
    steps: [up(), set("pod", { startSsh: false }), up()],
  },
  "a pod that a killed run made is named by nobody in a refresh": {
    program: [pod()],
    steps: [killed(), { do: "refresh", at: "first checkout" }],
  },
  "a pod that a killed run made is named by nobody in a destroy": {
    program: [pod()],
    steps: [killed(), { do: "destroy", at: "first checkout" }],
  },
  "a volume that the program has no more is named by nobody": {
    program: [volume()],
    steps: [interrupted("Ctrl-C twice"), remove("volume"), up()],
  },
  "a pod is replaced because the key was rotated after an interrupted create": {
    program: [pod({ startSsh: true, startJupyter: false })],
    steps: [
      interrupted("Ctrl-C twice"),
      { do: "rotate the key" },
      { ...up(), mustSucceed: true },
      { ...up(), mustSucceed: true },
    ],
  },
  "a tenant gets the answers of another": {
    program: [volume()],
    steps: [up(), read("we", "another tenant", "a key without rights", "we")],
  },
  "a program reads the tokens of pods in clear": {
    program: [pod({ env: { TOKEN: { $secret: canary(1) } } })],
    steps: [up(), read("we")],
  },
  "a client whose log streams were left sends nothing any more": {
    program: [],
    steps: [{ do: "leave logs", streams: 4 }],
  },
  "a call in a long queue waits for hours": {
    program: [],
    steps: [{ do: "ask much", calls: 40 }],
  },
  "an operation at a wrong address does not name what a killed run made": {
    program: [pod()],
    steps: [hostKilled(), { do: "preview", at: "first checkout", with: "wrong address" }],
  },
  "an env emptied after an interrupted create is not seen": {
    program: [pod({ env: { STAGE: "prod" } })],
    steps: [interrupted("Ctrl-C twice"), set("pod", { env: {} }), up(), up()],
  },
  "what an interrupted destroy has deleted is believed to be there": {
    program: [templated({ waitFor: "none" }), { ...pod({ waitFor: undefined }), name: "other" }],
    steps: [
      up(),
      {
        do: "destroy",
        at: "first checkout",
        faults: [{ method: "GET", from: 1, count: 1, fate: "garbled" }],
      },
      set("other", { env: { STAGE: "prod" } }),
      up(),
      up(),
    ],
  },
  "a refresh after a killed update shows the secret that it brought": {
    program: [pod({ env: { TOKEN: "plain" } })],
    steps: [
      up(),
      set("pod", { env: { TOKEN: { $secret: canary(1) } } }),
      killed("after it is carried out"),
      { do: "up --refresh", at: "first checkout" },
    ],
  },
  "a variable that a killed update brought is not seen after it is taken out again": {
    program: [pod()],
    steps: [up(), set("pod", { env: { STAGE: "prod" } }), killed("after it is carried out"), revert(), up(), up()],
  },
  "a variable that a killed update brought is not seen after a refresh": {
    program: [pod()],
    steps: [
      up(),
      set("pod", { env: { TOKEN: { $secret: canary(1) } } }),
      killed("after it is carried out"),
      revert(),
      { do: "refresh", at: "first checkout" },
      up(),
    ],
  },
  "an update that was killed is not seen after it is reverted": {
    program: [pod()],
    steps: [up(), set("pod", { image: "a:2" }), killed("after it is carried out"), revert(), up()],
  },
  "an adopted cluster whose members have finished is waited for in vain": {
    program: [cluster()],
    steps: [
      up(),
      drift({ what: "end its members", name: "cluster" }),
      handOver("cluster"),
      { ...up(), mustSucceed: true },
      { ...up(), mustSucceed: true },
    ],
  },
  "a variable that the program took out stays after an adoption that failed half way": {
    program: [pod({ env: { TOKEN: { $secret: canary(1) }, STAGE: "dev" } })],
    steps: [
      up(),
      handOver("pod"),
      set("other", { env: { TOKEN: "plain" } }),
      { ...up(), ...faults("PATCH", "lost-before") },
      { do: "refresh", at: "first checkout" },
      up(),
    ],
  },
  "a replacement is not recorded beside a rename of what the old one used": {
    program: [volume(), pod({ mounts: { network: [{ volumeId: { $id: "volume" }, path: "/data" }] } })],
    steps: [
      up(),
      { do: "edit", edit: { edit: "rename", name: "volume", to: "data" } },
      unset("pod", "mounts"),
      { ...up(), mustSucceed: true },
    ],
  },
  "what the engine was just handed is confirmed while it is killed over another create": {
    program: [volume(), { ...volume({ name: "own" }), name: "other" }],
    steps: [
      { ...up(), strike: { how: "Ctrl-C twice", at: 3, moment: "before it is carried out" } },
      { do: "preview", at: "first checkout" },
    ],
  },
  "a pod has to be updated again after an update that followed a killed one": {
    program: [pod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 } })],
    steps: [
      up(),
      set("pod", { templateId: "t2verified" }),
      { ...up(), strike: { how: "Ctrl-C twice", at: 1, moment: "after its answer" } },
      up(),
    ],
  },
  "a pod has to be updated again after an update that followed one with a lost answer": {
    program: [pod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 } })],
    steps: [
      up(),
      set("pod", { image: "a:2" }),
      { ...up(), faults: [{ method: "PATCH", from: 1, count: 1, fate: "garbled" }] },
      set("pod", { templateId: "t2verified" }),
      up(),
    ],
  },
  "a credential is replaced though its password is the one that an interrupted run made it with": {
    program: [credential()],
    steps: [
      interrupted("Ctrl-C twice"),
      set("credential", { password: { $secret: canary(2) } }),
      up(),
      revert(),
      { ...up(), mustSucceed: true },
      set("credential", { password: { $secret: canary(2) } }),
      up(),
    ],
  },
  "a pod is replaced though its startSsh is the one that an interrupted run made it with": {
    program: [pod({ startSsh: true })],
    steps: [
      interrupted("Ctrl-C twice"),
      set("pod", { startSsh: false }),
      up(),
      revert(),
      { ...up(), mustSucceed: true },
    ],
  },
  "a pod is replaced for a startSsh that it never had": {
    program: [pod()],
    steps: [
      interrupted("Ctrl-C twice"),
      set("pod", { startSsh: true }),
      up(),
      revert(),
      { ...up(), mustSucceed: true },
    ],
  },
  "a cluster is replaced though its image is the one that an interrupted run made it with": {
    program: [cluster({ env: { TOKEN: { $secret: canary(1) } } })],
    steps: [
      interrupted("Ctrl-C twice"),
      set("cluster", { image: "a:2", env: { TOKEN: "plain", STAGE: "dev" } }),
      up(),
      revert(),
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a cluster whose members have finished before a run saw it ready fails for ever": {
    program: [cluster()],
    steps: [
      interrupted("Ctrl-C twice"),
      set("cluster", { name: "other" }),
      { ...up(), faults: [{ method: "GET", from: 3, count: 99, fate: "garbled" }] },
      drift({ what: "end its members", name: "cluster" }),
      { ...up(), mustSucceed: true },
      { ...up(), mustSucceed: true },
    ],
  },
  "a host that lost its engine repeats a change after a later run has made another": {
    program: [pod({ name: "own" })],
    steps: [
      {
        ...up(),
        faults: [{ method: "PATCH", from: 1, count: 1, fate: "hang-after" }],
        strike: { how: "kill -9 of the engine, and its host goes on", at: 2, moment: "after its answer" },
      },
      set("pod", { name: "other" }),
      up(),
      { do: "wait", minutes: 5 },
      up(),
    ],
  },
  "what a preview shows of an update counts as a look at what others have done": {
    program: [volume()],
    steps: [
      up(),
      drift({ what: "change", name: "volume", body: { size: 100 } }),
      set("volume", { size: 50 }),
      { do: "preview", at: "first checkout" },
      set("volume", { size: 20 }),
      up(),
    ],
  },
  "a preview says that the state has lost what is to be replaced on request": {
    program: [cluster(), delegation()],
    steps: [
      { ...up(), strike: { how: "kill -9 of the host", at: 1, moment: "after its answer" } },
      { ...up(), replace: ["delegation"], faults: [{ method: "GET", from: 2, count: 1, fate: "garbled" }] },
    ],
  },
  "a cluster that was renamed twice and is then replaced is left to bill": {
    program: [cluster()],
    steps: [up(), rename("cluster", "second"), up(), rename("second", "third"), set("third", { image: "a:2" }), up()],
  },
  "a credential of somebody else's is taken over where nobody could look who has the name": {
    program: [credential()],
    steps: [
      { ...up(), at: "second machine" },
      { ...up(), faults: [{ method: "GET", from: 1, count: 1, fate: "garbled" }] },
    ],
  },
  "a secret that became plain is read back in clear": {
    program: [pod({ env: { TOKEN: { $secret: canary(1) } } })],
    steps: [
      up(),
      set("pod", { env: { TOKEN: "plain" }, desiredStatus: "EXITED" }),
      { ...up(), ...faults("PATCH", "500-before") },
      { do: "refresh", at: "first checkout" },
    ],
  },
});

/** Lives in which something once went wrong, by what it was. */
export const knownLives: Readonly<Record<string, Life>> = {
  ...livesOfStacks,
  ...livesOfHandOvers,
  ...livesOfImports,
  ...livesOfLostStates,
  ...livesOfNeedlessSteps,
  ...livesOfOrphans,
  ...livesOfUnseenDifferences,
};
