import type { Life, Step } from "./life";
import type { Declared } from "./program";
import {
  accountSecret,
  add,
  cluster,
  credential,
  delegation,
  from,
  handOver,
  interrupted,
  keyOfBo,
  killed,
  knownOf,
  pod,
  remove,
  rename,
  revert,
  set,
  sshKey,
  unset,
  up,
  volume,
} from "./known-parts";

const renamedAndLost: readonly Step[] = [
  up(),
  rename("volume", "data"),
  up(),
  { do: "drop from the state", of: "first checkout", name: "data" },
];

const endpoint: Declared = {
  kind: "endpoint",
  name: "endpoint",
  args: {
    ...{ type: "QUEUE", image: "a:1", scaling: { type: "QUEUE_DELAY", queueDelay: 6 } },
    gpu: { pools: ["ADA_24"] },
  },
};

/** Known lives in which a state is lost, in whole or in part, is brought back, or goes on elsewhere. */
export const livesOfLostStates: Readonly<Record<string, Life>> = knownOf({
  "what a restored state lacks is made twice, and nobody is told": {
    program: [volume()],
    steps: [up(), add(pod()), up(), { do: "restore the state", of: "first checkout", back: 1 }, up()],
  },
  "a run says that the state has lost a key that another machine replaced by the key of another resource": {
    program: [{ ...accountSecret(), args: { ...accountSecret().args, name: "own" } }],
    steps: [
      { ...killed("after it is carried out") },
      from("there"),
      add(sshKey()),
      add({ kind: "sshKey", name: "bo", args: { publicKey: keyOfBo } }),
      up(),
      set("ada", { publicKey: keyOfBo }),
      remove("bo"),
      from("here"),
      up(),
      from("there"),
      up(),
    ],
  },
  "a destroy says that the state has lost what was made on request, before it has come to that": {
    program: [
      volume(),
      pod({ mounts: { network: [{ volumeId: { $id: "volume" }, path: "/data" }] }, dataCenterIds: ["EU-XX-1"] }),
    ],
    world: { listLagMs: 0, keyFrom: "settings" },
    steps: [
      { ...up(), with: "key of another account" },
      remove("volume"),
      { ...up(), replace: ["pod"] },
      { do: "destroy", at: "first checkout" },
    ],
  },
  "an up --replace that fails before it replaces anything says that the state has lost what it was to replace": {
    program: [pod({ startSsh: false })],
    world: { listLagMs: 0, keyFrom: "settings" },
    steps: [
      up(),
      add({ ...pod(), name: "second" }),
      { ...up(), strike: { how: "Ctrl-C", at: 1, moment: "before it is carried out" } },
      { ...up(), replace: ["second"], faults: [{ method: "GET", from: 1, count: 5, fate: "lost-before" }] },
    ],
  },
  "an up --replace with another account's key says that the state has lost what it was to replace": {
    program: [cluster({ waitFor: "none" }), { ...endpoint, args: { ...endpoint.args, name: "own" } }],
    steps: [
      {
        ...up(),
        faults: [{ method: "POST", from: 2, count: 1, fate: "garbled" }],
        strike: { how: "kill -9 of the engine, and its host ends with it", at: 3, moment: "before it is carried out" },
      },
      { ...up(), replace: ["cluster"], with: "key of another account" },
    ],
  },
  "what was taken out of the state is made twice, and nobody is told": {
    program: [pod()],
    steps: [up(), { do: "drop from the state", of: "first checkout", name: "pod" }, up()],
  },
  "a stack that goes on elsewhere with another key does not know its objects": {
    program: [pod()],
    steps: [
      up(),
      { do: "rotate the key" },
      { do: "move the state", from: "first checkout", to: "second machine" },
      set("pod", { image: "a:2" }),
      { do: "up --refresh", at: "second machine", mustSucceed: true },
      { do: "up", at: "second machine", mustSucceed: true },
    ],
  },
  "what took the place of an object is named by nobody after its state was brought back": {
    program: [pod()],
    steps: [
      up(),
      set("pod", { gpu: { id: "NVIDIA H200", count: 1 } }),
      up(),
      { do: "restore the state", of: "first checkout", back: 1 },
      { do: "up --refresh", at: "first checkout" },
    ],
  },
  "what took the place of an interrupted create is named by nobody after its state was brought back": {
    program: [pod({ waitFor: undefined, mounts: { persistent: { size: 50, path: "/work" } } })],
    steps: [
      interrupted("Ctrl-C twice"),
      unset("pod", "mounts"),
      up(),
      up(),
      { do: "restore the state", of: "first checkout", back: 1 },
      up(),
    ],
  },
  "what took the place of an object is named by nobody in a destroy": {
    program: [pod()],
    steps: [
      up(),
      set("pod", { gpu: { id: "NVIDIA H200", count: 1 } }),
      up(),
      { do: "restore the state", of: "first checkout", back: 1 },
      { do: "destroy", at: "first checkout" },
    ],
  },
  "what was taken out of a state is named by nobody in an up that fails over something else": {
    world: { listLagMs: 20_000, keyFrom: "environment" },
    program: [credential(), { ...pod(), name: "other" }],
    steps: [
      { ...up(), at: "second checkout" },
      add(pod()),
      up(),
      { do: "drop from the state", of: "first checkout", name: "pod" },
      up(),
    ],
  },
  "a state is said to have lost the volume that it has, by a preview that refuses the volume's arguments": {
    program: [volume(), pod({ mounts: { network: [{ volumeId: { $id: "volume" }, path: "/data" }] } })],
    steps: [
      {
        ...up(),
        strike: { how: "kill -9 of the engine, and its host ends with it", at: 2, moment: "before it is carried out" },
      },
      set("volume", { dataCenter: "US-XX-1" }),
      { do: "preview", at: "first checkout" },
    ],
  },
  "a state is said to have lost the volume that it has, by a preview that fails before it comes to the volume": {
    program: [
      pod({ name: "own-pod", desiredStatus: "EXITED" }),
      { ...pod({ name: "own-other", waitFor: "none" }), name: "other" },
      { ...volume(), args: { ...volume().args, name: "own-volume" } },
    ],
    steps: [
      { ...interrupted("Ctrl-C twice"), with: "key of another account" },
      {
        ...up(),
        with: "key of another account",
        strike: { how: "kill -9 of the host", at: 1, moment: "after it is carried out" },
      },
      { do: "preview", at: "first checkout" },
    ],
  },
  "a key that a killed run has put in is named by nobody after the program has dropped it": {
    program: [sshKey(), pod()],
    steps: [killed(), remove("ada"), up()],
  },
  "a key that a killed run has put into another account is named by nobody after a run has put it into ours": {
    program: [sshKey()],
    steps: [
      { ...interrupted("Ctrl-C twice"), with: "key of another account" },
      up(),
      { do: "preview", at: "first checkout" },
    ],
  },
  "a key whose request was lost on the way is named for ever after a later run has put it in": {
    program: [sshKey()],
    steps: [killed("before it is carried out"), { ...up(), mustSucceed: true }, { ...up(), mustSucceed: true }],
  },
  "a volume that a second checkout has taken over is to be named for ever where it was": {
    program: [volume()],
    steps: [
      up(),
      handOver("volume"),
      { ...up(), at: "second checkout" },
      revert(),
      { do: "destroy", at: "first checkout" },
      up(),
    ],
  },
  "a renamed resource is told to be lost where the program goes back to its first name": {
    program: [volume()],
    steps: [up(), rename("volume", "data"), up(), revert(), { do: "preview", at: "first checkout" }, up()],
  },
  "what a renamed resource had is made twice, and nobody is told": {
    program: [volume()],
    steps: [...renamedAndLost, up()],
  },
  "what a renamed resource had is made twice under its first name, and nobody is told": {
    program: [volume()],
    steps: [...renamedAndLost, revert(), up()],
  },
  "a key in another account is named by nobody after its namesake was handed over": {
    program: [sshKey()],
    steps: [
      { ...up(), with: "key of another account" },
      handOver("ada"),
      up(),
      { do: "destroy", at: "first checkout" },
    ],
  },
  "a state loses after it moved to another backend what was made before, and no run tells of it": {
    program: [volume()],
    steps: [
      up(),
      { do: "move the state", from: "first checkout", to: "second checkout" },
      { do: "drop from the state", of: "second checkout", name: "volume" },
      { ...up(), at: "second checkout" },
    ],
  },
  "a destroy is killed and previewed, and the state that goes on elsewhere has what it deleted": {
    program: [volume()],
    steps: [
      up(),
      { ...killed("after it is carried out"), do: "destroy" },
      { do: "preview", at: "first checkout" },
      { do: "move the state", from: "first checkout", to: "second machine" },
      { ...up(), at: "second machine" },
    ],
  },
  "a key that is retained in another account is named by nobody after its namesake was deleted": {
    seed: 2410003740,
    program: [{ ...sshKey(), retainOnDelete: true }],
    steps: [
      { ...up(), with: "key of another account" },
      handOver("ada"),
      up(),
      { do: "destroy", at: "first checkout" },
    ],
  },
  "a preview is told to have lost a volume that it is about to adopt, as another checkout has done": {
    program: [volume()],
    steps: [up(), handOver("volume"), { ...up(), at: "second checkout" }, { do: "preview", at: "first checkout" }],
  },
  "a key that a run could not delete in another account is told to be lost after what took its place was deleted": {
    program: [sshKey(), volume()],
    steps: [
      { ...up(), with: "key of another account" },
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs8other9 ada" }),
      up(),
      { do: "destroy", at: "first checkout" },
      set("volume", { size: 60 }),
      up(),
    ],
  },
  "a volume in another account is told to be lost where the program goes back to a name of before a run at a wrong address":
    {
      program: [volume({ name: "own" })],
      steps: [
        interrupted("Ctrl-C twice"),
        { ...up(), with: "key of another account" },
        rename("volume", "data"),
        { ...up(), with: "wrong address" },
        revert(),
        set("volume", { size: 60 }),
        up(),
      ],
    },
  "what another process of the run has is told to be lost by one that deletes what the resource had before": {
    seed: 400000171,
    program: [{ ...pod({ desiredStatus: "EXITED" }), isOfOtherForm: true }],
    steps: [
      add({ ...endpoint, isOfOtherForm: true }),
      add(accountSecret()),
      up(),
      { do: "edit", edit: { edit: "revert", back: 2 } },
      {
        do: "destroy",
        at: "first checkout",
        strike: { how: "kill -9 of the engine, and its host goes on", at: 1, moment: "after its answer" },
      },
      { ...up(), strike: { how: "Ctrl-C", at: 2, moment: "before it is carried out" } },
      { do: "edit", edit: { edit: "move", name: "pod" } },
      up(),
    ],
  },
  "what another process of the run has taken up of an interrupted run is told to be lost": {
    seed: 800004827,
    program: [{ ...sshKey(), isOfOtherForm: true }],
    steps: [
      up(),
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs05696325 team" }),
      { ...up(), strike: { how: "Ctrl-C twice", at: 1, moment: "after its answer" } },
      { do: "edit", edit: { edit: "move", name: "ada" } },
      up(),
    ],
  },
  "what another resource has adopted in a run whose engine was killed is told to be lost": {
    seed: 800012632,
    program: [{ kind: "template", name: "base", args: { image: "a:1" } }, volume(), pod({ waitFor: undefined })],
    steps: [
      { ...up(), strike: { how: "kill -9 of the host", at: 3, moment: "after its answer" } },
      handOver("base"),
      remove("volume"),
      {
        ...up(),
        strike: { how: "kill -9 of the engine, and its host goes on", at: 1, moment: "after it is carried out" },
      },
      { do: "edit", edit: { edit: "revert", back: 2 } },
      { do: "preview", at: "first checkout" },
    ],
  },
  "what another machine has replaced, and not deleted yet, is told to be lost by the one that made it": {
    seed: 2410001536,
    program: [delegation("app:1"), { kind: "template", name: "base", args: { name: "own", image: "a:1" } }],
    steps: [
      killed(),
      set("delegation", delegation("other:1").args),
      from("there"),
      { ...up(), strike: { how: "Ctrl-C", at: 1, moment: "after it is carried out" } },
      from("here"),
      { do: "preview", at: "first checkout" },
    ],
  },
});
