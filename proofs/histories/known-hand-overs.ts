import { canary } from "../canaries";
import type { Life, Step } from "./life";
import {
  add,
  cluster,
  credential,
  faults,
  from,
  handOver,
  keyOfBo,
  killed,
  knownOf,
  pod,
  remove,
  rename,
  revert,
  set,
  sshKey,
  toOtherForm,
  unset,
  up,
  volume,
} from "./known-parts";

const disk = (size: number) => ({ persistent: { size, path: "/data" } });
const gpu = { gpu: { id: "NVIDIA H200", count: 1 } };

/** A pod goes to another resource, which gives it a secret, while the entry of the one that had it stays. */
const secretTakenOver: readonly Step[] = [
  up(),
  set("pod", { env: { TOKEN: { $secret: canary(2) } } }),
  ...givenAlone("pod"),
];

/** Another resource alone is brought about and takes the object over, so that the state keeps the one that had it. */
function givenAlone(name: string, to = "other"): Step[] {
  return [handOver(name, to), { ...up(), target: [to] }];
}

/** Its resource is to get another volume, and the one that it had goes to another resource. The old entry is deleted, and no new volume made. */
const replacedInVain: readonly Step[] = [
  up(),
  {
    do: "edit",
    edit: { edit: "part", name: "volume", to: "heir", args: { dataCenter: "US-XX-1", dataLoss: "allow" } },
  },
  { ...up(), exclude: ["volume"] },
  { ...up(), ...faults("POST", "500-before") },
];

/** A run about this resource alone, which the program has no more. */
function dropped(verb: "destroy" | "up --refresh", name: string): Step {
  return { do: verb, at: "first checkout", target: [name] };
}

/** Known lives in which an object went from one resource to another and was deleted, or stayed behind. */
export const livesOfHandOvers: Readonly<Record<string, Life>> = knownOf({
  "a name stays that the resource gave which took a cluster over, after the program goes back to the one that had it": {
    program: [cluster({ name: "own-cluster" })],
    steps: [
      up(),
      handOver("cluster"),
      set("other", { name: "other-3" }),
      { ...up(), target: ["other"] },
      { do: "edit", edit: { edit: "revert", back: 2 } },
      { ...up(), mustSucceed: true },
      { ...up(), mustSucceed: true },
    ],
  },
  "a volume that went back to a name which its resource had before is deleted with the one that had it in between": {
    program: [volume()],
    steps: [
      up(),
      rename("volume", "archive"),
      set("archive", { size: 30 }),
      up(),
      ...givenAlone("archive", "volume"),
      dropped("destroy", "archive"),
      up(),
    ],
  },
  "a volume that went back to a name which its resource had before is deleted with the one that was renamed and never updated":
    {
      program: [volume()],
      steps: [
        up(),
        rename("volume", "archive"),
        up(),
        ...givenAlone("archive", "volume"),
        dropped("up --refresh", "archive"),
        up(),
        { do: "destroy", at: "first checkout", mustSucceed: true },
      ],
    },
  "a template stays behind that went back to a name which its resource had before, and whose program then went back too":
    {
      program: [{ kind: "template", name: "base", args: { image: "a:1" } }],
      steps: [
        up(),
        rename("base", "archive"),
        up(),
        ...givenAlone("archive", "base"),
        revert(),
        up(),
        { do: "edit", edit: { edit: "revert", back: 3 } },
        up(),
        { ...up(), mustSucceed: true },
      ],
    },
  "a key that another resource has taken over is taken away": {
    program: [sshKey()],
    steps: [up(), ...givenAlone("ada", "lovelace"), dropped("destroy", "ada")],
  },
  "a volume is deleted with the entry of a name that its resource had before and got again in vain": {
    program: [volume()],
    steps: [up(), rename("volume", "archive"), up(), ...givenAlone("archive", "volume"), revert(), up()],
  },
  "a pod can't be handed over while the template is replaced that it was made from": {
    program: [
      { kind: "template", name: "base", args: { name: "own-base", image: "a:1", mounts: disk(10) } },
      { kind: "pod", name: "pod", args: { ...gpu, templateId: { $id: "base" }, waitFor: "none" } },
    ],
    steps: [up(), unset("base", "mounts"), handOver("pod"), { ...up(), mustSucceed: true }],
  },
  "a hand-over fails in up --refresh": {
    program: [pod()],
    steps: [up(), handOver("pod"), { do: "up --refresh", at: "first checkout", mustSucceed: true }],
  },
  "a volume that was handed over with --target is deleted after a refresh": {
    program: [volume()],
    steps: [up(), ...givenAlone("volume"), { do: "up --refresh", at: "first checkout", mustSucceed: true }],
  },
  "a volume is deleted that was handed over with --target after its resource was renamed with a wrong address": {
    program: [volume()],
    steps: [
      up(),
      rename("volume", "archive"),
      { ...up(), with: "wrong address" },
      ...givenAlone("archive"),
      dropped("up --refresh", "archive"),
      up(),
    ],
  },
  "a volume that another machine made, and that was handed over with --target, is deleted with the resource that had it":
    {
      program: [volume()],
      steps: [from("there"), up(), from("here"), ...givenAlone("volume"), dropped("destroy", "volume"), up()],
    },
  "a volume that got its earlier name back by adopt is deleted with the resource that another machine had renamed": {
    program: [volume()],
    steps: [
      from("there"),
      up(),
      rename("volume", "other"),
      up(),
      from("here"),
      ...givenAlone("other", "volume"),
      { ...up(), target: ["other"] },
      up(),
    ],
  },
  "a pod that took its earlier name back by adopt, where it was made, is deleted with the resource that another machine had renamed":
    {
      program: [pod({ ports: ["8888/http"] })],
      steps: [
        from("there"),
        up(),
        unset("pod", "ports"),
        rename("pod", "other"),
        from("here"),
        up(),
        from("there"),
        ...givenAlone("other", "pod"),
        { ...up(), target: ["other"] },
        up(),
      ],
    },
  "a secret of the resource that took a pod over, which another machine had made, is read in clear": {
    program: [pod({ args: "run", gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 } })],
    steps: [
      from("there"),
      up(),
      from("here"),
      set("pod", { args: { $secret: `run ${canary(2)}` } }),
      ...givenAlone("pod"),
      { do: "refresh", at: "first checkout" },
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a volume that was handed over with --target is deleted by a destroy of the resource that had it": {
    program: [volume()],
    steps: [up(), ...givenAlone("volume"), dropped("destroy", "volume"), up()],
  },
  "a volume that was handed over with --target is deleted by an up for the resource that had it": {
    program: [volume()],
    steps: [up(), ...givenAlone("volume"), { ...up(), target: ["volume"] }, up()],
  },
  "what was handed over is deleted in the run that hands it over, since --target-dependents names the resource that had it":
    {
      program: [
        credential({ name: undefined }),
        pod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 }, registry: { $id: "credential" } }),
      ],
      steps: [up(), handOver("pod"), { ...up(), target: ["credential"] }, { ...up(), mustSucceed: true }],
    },
  "a secret of the resource that took a pod over is read in clear for the one that had it": {
    program: [pod({ env: { TOKEN: "plain-token" } })],
    steps: [
      ...secretTakenOver,
      { do: "refresh", at: "first checkout" },
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a secret of the resource that took a pod over is read in clear where the program goes back to the one that had it": {
    program: [pod({ env: { TOKEN: "plain-token" } })],
    steps: [
      ...secretTakenOver,
      { do: "edit", edit: { edit: "revert", back: 2 } },
      { do: "refresh", at: "first checkout" },
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a secret that an interrupted hand-over has set is read in clear for the resource that had the pod": {
    program: [pod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 }, cmd: ["serve"] })],
    steps: [
      up(),
      set("pod", { cmd: [{ $secret: canary(2) }] }),
      handOver("pod"),
      killed("after it is carried out"),
      { do: "preview", at: "first checkout" },
      { do: "refresh", at: "first checkout" },
      { ...up(), mustSucceed: true },
    ],
  },
  "what was handed over with --target, and then replaced or destroyed with it, can't be dropped where it was": {
    program: [credential({ name: undefined }), sshKey(), volume()],
    steps: [
      up(),
      handOver("credential", "another"),
      handOver("ada", "lovelace"),
      handOver("volume"),
      { ...up(), target: ["another", "lovelace", "other"] },
      set("another", { password: { $secret: canary(2) } }),
      set("lovelace", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs8other9 ada" }),
      { ...up(), target: ["another", "lovelace"] },
      dropped("destroy", "other"),
      remove("other"),
      { ...up(), mustSucceed: true },
      { do: "destroy", at: "first checkout", mustSucceed: true },
    ],
  },
  "a look at a key by another stack, which has it too, is not this stack's look": {
    program: [sshKey()],
    steps: [
      up(),
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 team-3" }),
      { ...up(), at: "second machine" },
      { do: "refresh", at: "second machine" },
      revert(),
      up(),
    ],
  },
  "a key that a stack of this name in another backend has taken over is said to be lost": {
    program: [sshKey()],
    steps: [
      up(),
      { do: "edit", edit: { edit: "hand over", name: "ada", to: "bo" } },
      { ...up(), at: "second checkout" },
      set("bo", { publicKey: keyOfBo }),
      { ...up(), target: ["bo"] },
    ],
  },
  "a volume that one process of a run has adopted is deleted by the one that is told to delete it": {
    program: [volume()],
    steps: [up(), toOtherForm("volume", "heir"), up(), { ...up(), mustSucceed: true }],
  },
  "a key that one process of a run has taken over is taken out by the one that is told to delete it": {
    program: [sshKey()],
    steps: [up(), toOtherForm("ada", "bo"), up(), { ...up(), mustSucceed: true }],
  },
  "a key is taken out with the resource that another machine renamed, though another one took it over under the earlier name":
    {
      program: [sshKey()],
      steps: [
        up(),
        rename("ada", "bo"),
        up(),
        from("there"),
        handOver("bo", "ada"),
        { ...up(), target: ["ada"] },
        dropped("destroy", "bo"),
      ],
    },
  "a pod is deleted with its resource after a replacement, which adopted it once more, was interrupted": {
    program: [sshKey(), pod()],
    steps: [
      up(),
      handOver("pod"),
      up(),
      remove("ada"),
      { ...up(), replace: ["other"], strike: { how: "Ctrl-C twice", at: 1, moment: "before it is carried out" } },
      remove("other"),
      up(),
      { ...up(), mustSucceed: true },
    ],
  },
  "a volume is deleted with the resource that had it after the run was killed that handed it over": {
    program: [volume()],
    steps: [up(), add(cluster()), handOver("volume"), killed(), dropped("destroy", "volume"), up()],
  },
  "a new key takes over what another one gives up in the same up, as in a list that gets a new first key": {
    program: [sshKey()],
    steps: [
      up(),
      set("ada", { publicKey: keyOfBo }),
      add({ kind: "sshKey", name: "bo", args: sshKey().args }),
      { ...up(), mustSucceed: true },
    ],
  },
  "two keys change places after the API key was rotated, and one of them is taken out as it is taken over": {
    program: [{ ...sshKey(), deleteBeforeReplace: true }],
    steps: [
      up(),
      { do: "rotate the key" },
      add({ kind: "sshKey", name: "bo", args: { publicKey: keyOfBo } }),
      up(),
      set("ada", { publicKey: keyOfBo }),
      set("bo", sshKey().args),
      up(),
    ],
  },
  "a volume is deleted with the resource that took it over, once another takes the place of the one that had it": {
    program: [{ ...volume(), deleteBeforeReplace: true }],
    steps: [...replacedInVain, remove("heir"), { ...up(), mustSucceed: true }],
  },
  "a volume stays for its data where the program goes back to the resource that had it, whose replacement failed before":
    {
      program: [{ ...volume(), deleteBeforeReplace: true }],
      steps: [...replacedInVain, revert(), { ...up(), mustSucceed: true }],
    },
  "a volume is deleted from another machine with the resource that took it over, once another takes the place of the one that had it":
    {
      program: [{ ...volume(), deleteBeforeReplace: true }],
      steps: [...replacedInVain, from("there"), rename("volume", "moved"), remove("heir"), up()],
    },
});
