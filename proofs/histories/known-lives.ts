import { canary } from "../canaries";
import { livesOfInterruptions } from "./known-interruptions";
import type { Life, Step } from "./life";
import type { Declared } from "./program";
import { accountSecret, add, at, cluster, cpu, credential, destroy, drift, drop, endedBy, endImport } from "./steps";
import { endpoint, faulted, handOver, inOrder, interrupted, jobOf, keyOfAda, keyOfBo, life, moveAway } from "./steps";
import { only, part, pod, preview, refresh, remove, rename, restore, retain, revert, rotate, set } from "./steps";
import { sshKey, takeIn, templated, toOtherForm, unset, up, upRefresh, volume, wait } from "./steps";

const wrongAccount = { with: "key of another account" } as const;

/** Another resource alone is brought about and takes the object over, so that the state keeps the one that had it. */
const givenAlone = (name: string, to = "other"): Step[] => [handOver(name, to), only(up, to)];

/** Lives in which a plan, a comparison or a deletion went wrong, by what went wrong. */
const livesOfPlans: Readonly<Record<string, Life>> = {
  "a destroy with a target that the stack does not have deletes what it has": life(
    [pod()],
    ...[up, only(destroy, "nobody")],
  ),
  "a volume that a wrong key did not show is replaced": life(
    [volume()],
    ...[up, set("volume", { size: 60 }), { ...up, ...wrongAccount }, up],
  ),
  "a refresh with another account's key forgets what bills": life([pod()], up, { ...refresh, ...wrongAccount }),
  "a volume grown by hand is said to be updated": life(
    [volume()],
    ...[up, set("volume", { size: 50 }), drift({ what: "change", name: "volume", body: { size: 100 } }), up],
  ),
  "two checkouts hold one pod": life([pod({ waitFor: "running" })], { ...up, beside: at("second checkout", up) }),
  "a credential of somebody else's is taken over where nobody could look who has the name": life(
    [credential()],
    ...[at("second machine", up), faulted("GET", "garbled", { count: 1 })],
  ),
  "a cluster whose members have finished can't be renamed": life(
    [cluster()],
    ...[up, drift({ what: "end", name: "cluster" }), set("cluster", { name: "other" }), inOrder(up)],
  ),
  "a cluster whose members have finished is said to cost what it did, where an argument is only recorded": life(
    [cluster()],
    ...[up, set("cluster", { env: {} }), drift({ what: "end", name: "cluster" }), inOrder(up)],
  ),
  "a pod that starts in the up --refresh that renames its resource costs nothing afterwards": life(
    [pod({ desiredStatus: "EXITED" })],
    ...[up, unset("pod", "desiredStatus"), rename("pod", "other"), inOrder(upRefresh)],
  ),
  "startSsh that a template has set replaces the pod": life([templated()], up, set("pod", { startSsh: true }), up),
  "a template that retainOnDelete keeps is replaced under its own name, which no other can have": life(
    [
      {
        kind: "template",
        name: "template",
        args: { name: "base", image: "a:1", mounts: { persistent: { size: 20, path: "/data" } } },
        retainOnDelete: true,
      },
    ],
    ...[up, unset("template", "mounts"), up],
  ),
  "a replacement is not recorded beside a rename of what the old one used": life(
    [volume(), pod({ mounts: { network: [{ volumeId: { $id: "volume" }, path: "/data" }] } })],
    ...[up, rename("volume", "data"), unset("pod", "mounts"), inOrder(up)],
  ),
  "the start of a pod whose credential was replaced is taken for one too many": life(
    [credential(), pod({ registry: { $id: "credential" }, waitFor: "running" })],
    ...[up, set("credential", { password: { $secret: canary(2) } }), up],
  ),
  "a newly declared env is not watched": life(
    [pod()],
    ...[up, set("pod", { env: {} }), up],
    ...[drift({ what: "add a variable", name: "pod", variable: "FOREIGN", value: "1" }), refresh],
  ),
  "a secret that somebody else sets while its description is changed is not seen": life(
    [accountSecret()],
    ...[up, set("secret", { description: "for team 2" })],
    drift({ what: "change", name: "secret", body: { description: "drifted" } }),
    { ...up, meanwhile: [{ atRequest: 2, drift: { what: "change", name: "secret", body: { value: "drifted" } } }] },
    inOrder(upRefresh),
  ),
  "a filter of placement that the pod meets changes it, or nothing is said of what is recorded": life(
    [pod({ gpu: { id: "NVIDIA L40S", minCudaVersion: "12.0" } })],
    ...[up, wait(5), set("pod", { gpu: { id: "NVIDIA L40S", allowedCudaVersions: ["12.4", "12.6", "12.8"] } }), up],
    ...[set("pod", { gpu: { id: "NVIDIA L40S" } }), up],
  ),
  "an endpoint keeps a time limit that the program no longer sets": life(
    [endpoint({ timeout: 60_000 })],
    ...[up, unset("endpoint", "timeout"), up],
  ),
  "a job that still runs is not cancelled before the next": life(
    [endpoint({ timeout: 86_400_000 })],
    ...[up, jobOf("endpoint", "endless"), up, jobOf("endpoint", 1), up],
  ),
  "a replacement that only `up` can refuse is not told": life(
    [volume({ dataLoss: "allow" }), pod({ dataLoss: "refuse", mounts: { persistent: { size: 20, path: "/data" } } })],
    ...[up, set("volume", { dataCenter: "US-XX-1" }), set("pod", { dataCenterIds: [{ $id: "volume" }] }), up],
  ),
  "a wrong key is told of only by `up`": life([volume()], { ...up, with: "wrong key" }, up),
  "an SSH key takes the line of another resource of the program that has the same key": life(
    [sshKey(), sshKey("grace", keyOfBo)],
    ...[up, set("grace", { publicKey: `${keyOfAda} grace` }), up],
  ),
  "an endpoint is not deleted as soon as its program has come to allow that": life(
    [endpoint({ jobLoss: undefined, waitFor: "none" })],
    ...[up, set("endpoint", { jobLoss: "allow" }), inOrder(up), inOrder(destroy)],
  ),
};

/** Lives in which an object went from one resource to another and was deleted, was left behind, or showed a secret. */
const livesOfHandOvers: Readonly<Record<string, Life>> = {
  "a volume that was handed over with --target is deleted by a destroy of the resource that had it": life(
    [volume()],
    ...[up, ...givenAlone("volume"), only(destroy, "volume"), up],
  ),
  "a pod can't be handed over while the template is replaced that it was made from": life(
    [
      {
        kind: "template",
        name: "base",
        args: { name: "own-base", image: "a:1", mounts: { persistent: { size: 10, path: "/data" } } },
      },
      pod({ gpu: { id: "NVIDIA H200", count: 1 }, image: undefined, templateId: { $id: "base" } }),
    ],
    ...[up, unset("base", "mounts"), handOver("pod"), inOrder(up)],
  ),
  "a hand-over fails in up --refresh": life([pod()], up, handOver("pod"), inOrder(upRefresh)),
  "what was handed over is deleted since --target-dependents names the resource that had it": life(
    [credential({ name: undefined }), pod({ ...cpu, registry: { $id: "credential" } })],
    ...[up, handOver("pod"), only(up, "credential"), inOrder(up)],
  ),
  "a secret of the resource that took a pod over is read in clear for the one that had it": life(
    [pod({ env: { TOKEN: "plain-token" } })],
    ...[up, set("pod", { env: { TOKEN: { $secret: canary(2) } } }), ...givenAlone("pod"), refresh, inOrder(upRefresh)],
  ),
  "what was handed over with --target and then replaced or destroyed can't be dropped where it was": life(
    [credential({ name: undefined }), sshKey(), volume()],
    ...[up, handOver("credential", "another"), handOver("ada", "lovelace"), handOver("volume")],
    only(up, "another", "lovelace", "other"),
    ...[set("another", { password: { $secret: canary(2) } }), set("lovelace", { publicKey: keyOfBo })],
    ...[only(up, "another", "lovelace"), only(destroy, "other"), remove("other"), inOrder(up), inOrder(destroy)],
  ),
  "a volume that one process of a run has adopted is deleted by the other one": life(
    [volume()],
    ...[up, toOtherForm("volume", "heir"), up, inOrder(up)],
  ),
  "a key that one process of a run has taken over is taken out by the other one": life(
    [sshKey()],
    ...[up, toOtherForm("ada", "bo"), up, inOrder(up)],
  ),
  "a key that one process of a run has taken over with another API key is taken out by the other one": life(
    [sshKey()],
    ...[up, rotate, toOtherForm("ada", "bo"), up, inOrder(upRefresh)],
  ),
  "a key that a resource of the other form takes over beside a new volume is deleted": life(
    [sshKey()],
    ...[up, add(volume()), toOtherForm("ada", "bo"), inOrder(upRefresh)],
  ),
  "keys that an interrupted up has swapped stay after a destroy, as two entries of the state have each": life(
    [credential()],
    ...[at("second checkout", up), add(sshKey()), add(sshKey("bo", keyOfBo)), up],
    ...[set("ada", { publicKey: keyOfBo }), set("bo", sshKey().args), up, inOrder(destroy)],
  ),
  "a new key takes over what another one gives up in the same up": life(
    [sshKey()],
    ...[up, set("ada", { publicKey: keyOfBo }), add(sshKey("bo")), inOrder(up)],
  ),
  "two keys change places after the API key was rotated, and one is taken out as it is taken over": life(
    [{ ...sshKey(), deleteBeforeReplace: true }],
    ...[up, rotate, add(sshKey("bo", keyOfBo)), up],
    ...[set("ada", { publicKey: keyOfBo }), set("bo", sshKey().args), up],
  ),
  "a volume is deleted with its new owner, once another takes the place of the one that had it": life(
    [{ ...volume(), deleteBeforeReplace: true }],
    ...[up, part("volume", "heir", { dataCenter: "US-XX-1", dataLoss: "allow" }), { ...up, exclude: ["volume"] }],
    ...[faulted("POST", "500-before"), remove("heir"), inOrder(up)],
  ),
  "a secret that is replaced on request is said to need the option that it has": life(
    [{ ...accountSecret({ name: "own" }), deleteBeforeReplace: true }],
    ...[up, { ...upRefresh, replace: ["secret"] }],
  ),
  "a volume that is replaced on request stays where --exclude leaves its deletion to a later run": life(
    [volume(), sshKey()],
    ...[up, { ...up, replace: ["volume"], exclude: ["ada"] }, up],
  ),
  "the data of a volume is said to be lost past its dataLoss, whose resource imports another one": life(
    [],
    drift({ what: "make", kind: "networkVolume", name: "volume", body: { ...volume().args, name: "found" } }),
    takeIn(volume({ name: "found" }), "import"),
    endImport("volume"),
    ...[up, revert(), up],
  ),
  "what a restored state lacks is made twice, and doctor does not list it": life(
    [volume()],
    ...[up, add(pod()), up, restore(), up],
  ),
  "what was taken out of a state is made twice, and doctor does not list it": life(
    [volume()],
    ...[up, rename("volume", "data"), up, drop("data"), up],
  ),
  "a volume that was moved to another stack is deleted by a state from before the move": life(
    [volume()],
    ...[up, up, moveAway("volume"), restore(), remove("volume"), inOrder(up), restore(), inOrder(destroy)],
  ),
  "what was moved to another stack is called left, and stops the program that still declares it": life(
    [volume(), pod()],
    ...[up, moveAway("volume"), inOrder(up), preview, inOrder(destroy)],
  ),
  "the deletion of an SSH key that another stack saw with an earlier API key counts as unasked": life(
    [sshKey()],
    ...[up, rotate, moveAway("ada"), inOrder(up), inOrder(destroy)],
  ),
  "what took the place of an object is named by nobody after its state was brought back": life(
    [pod()],
    ...[up, set("pod", { gpu: { id: "NVIDIA H200", count: 1 } }), up, restore(), upRefresh],
  ),
};

const template = (name: string): Declared => ({ kind: "template", name, args: { name: "own", image: "a:1" } });
const h200 = { gpu: { id: "NVIDIA H200", count: 1 } };
const withDisk = { mounts: { persistent: { size: 10, path: "/data" } } };
const running = { waitFor: "running" };

const ofTemplate = (name: string): Declared => pod({ ...running, ...cpu, templateId: { $id: name } });

/** Of the requests of a preview: the look at the pod fails, however often it is repeated. */
const unread = [{ method: "GET", from: 1, count: 40, fate: "500-before" }] as const;

/** Lives in which a preview has to say what seldom happens. */
const livesOfPreviews: Readonly<Record<string, Life>> = {
  "a preview of what is protected tells of a deletion": life(
    [{ ...pod(running), protect: true }, volume()],
    ...[up, set("pod", { image: "a:2" }), up, set("pod", h200), up, remove("pod"), up, destroy],
  ),
  "a pod that replaceOnChanges has replaced is said to restart": life(
    [{ ...pod({ ...running, ...withDisk }), replaceOnChanges: ["image"] }],
    ...[up, set("pod", { image: "a:2" }), up, inOrder(upRefresh), inOrder(destroy)],
  ),
  "a key that leaves the program beside one that stays is said to stay": life(
    [sshKey(), sshKey("bo", keyOfBo)],
    ...[up, remove("ada"), up, set("bo", { publicKey: `${keyOfBo} other` }), up, inOrder(destroy)],
  ),
  "what an interrupted replacement began hides what somebody took out of the state": life(
    [volume()],
    ...[up, set("volume", { dataLoss: "allow" }), drift({ what: "change", name: "volume", body: { size: 100 } })],
    ...[endedBy("Ctrl-C twice", upRefresh, 1, "before it is carried out"), drop("volume"), up],
  ),
  "a template that --replace asks for is said to be replaced, whose name no list shows yet": {
    ...life([template("first")], up, { ...up, replace: ["first"] }, wait(5), inOrder(up)),
    world: { listLagMs: 20_000, keyFrom: "environment" },
  },
  "a template that is replaced under another name of the resource is warned of its own name": life(
    [
      {
        ...template("first"),
        args: { ...template("first").args, mounts: { persistent: { size: 10, path: "/data" } } },
      },
    ],
    ...[up, unset("first", "mounts"), rename("first", "second"), up],
  ),
  "a credential whose name a refresh finds with another resource is said to be made": life(
    [credential()],
    ...[up, remove("credential"), add({ ...credential(), name: "second" }), upRefresh],
  ),
  "a template whose name a refresh finds with another resource is said to be made": life(
    [template("first")],
    ...[up, remove("first"), add(template("second")), upRefresh],
  ),
  "variables, filters and disks that leave the program are said to change": life(
    [templated({ ...running, env: { MODE: "a", FOREIGN: "b" }, cmd: ["x"], ports: ["80/http"] })],
    ...[up, set("pod", { env: { MODE: "b" } }), up, unset("pod", "env"), up, unset("pod", "cmd", "ports"), up],
  ),
  "a pod that is stopped, locked, started and reset is said to do something else": life(
    [pod(running)],
    ...[
      up,
      set("pod", { locked: true }),
      up,
      set("pod", { image: "a:2" }),
      up,
      set("pod", { resetTriggers: ["1"] }),
      up,
    ],
    ...[set("pod", { locked: false }), up, set("pod", { desiredStatus: "EXITED" }), up],
    ...[set("pod", { desiredStatus: "RUNNING", globalNetworking: true }), up],
  ),
  "a need is said to be met by what it is not": life(
    [pod({ gpu: { memory: 40, count: 1 } })],
    ...[up, set("pod", { gpu: { memory: 80, count: 1 } }), up, inOrder(destroy)],
  ),
  "a job that has run is said to go on": life(
    [
      volume(),
      pod({ ...running, runToCompletion: true, mounts: { network: [{ volumeId: { $id: "volume" }, path: "/d" }] } }),
    ],
    ...[up, drift({ what: "end", name: "pod" }), refresh, set("pod", { image: "a:2" }), up],
    ...[set("pod", { ...h200, dataLoss: "allow" }), up, inOrder(destroy)],
  ),
  "what a preview could not read is said otherwise than it comes": life(
    [pod({ ...running, env: { MODE: "a" } })],
    ...[up, set("pod", { env: { MODE: "b" } }), { ...up, previewFaults: unread }],
    ...[set("pod", { image: "a:2" }), { ...up, previewFaults: unread }, inOrder(up)],
  ),
  "a pod is said to restart for another template that sets what it has": life(
    [template("first"), { ...template("second"), args: { name: "alike", image: "a:1" } }, ofTemplate("first")],
    ...[up, set("pod", { templateId: { $id: "second" } }), inOrder(up)],
  ),
  "what is sold out is said to be had": life(
    [pod(running)],
    ...[drift({ what: "sell out", name: "pod" }), up, drift({ what: "restock", name: "pod" }), inOrder(up)],
  ),
  "a fleet whose image changes is said not to be waited for": life(
    [0, 1, 2].map((nth) => ({ ...pod(), name: `pods-${nth}`, fleet: "pods" })),
    ...[up, set("pods", { image: "a:2" }), inOrder(up), set("pods-1", { image: "a:3" }), inOrder(up), remove("pods-2")],
    ...[
      inOrder(up),
      unset("pods", "image"),
      set("pods", { templateId: "t2verified" }),
      up,
      remove("pods"),
      inOrder(up),
    ],
  ),
  "a job that has run is said to be deleted, and another not to run": life(
    [{ ...endpoint({ waitFor: "none" }), job: 1 }],
    ...[up, jobOf("endpoint", 2), inOrder(up), jobOf("endpoint", undefined), inOrder(up), inOrder(destroy)],
  ),
  "a template that --replace asks for is said to be replaced, though its name is its own until the end": life(
    [template("base")],
    ...[up, { ...up, replace: ["base"] }, inOrder(up)],
  ),
  "a secret that retainOnDelete keeps is said to be replaced, whose name another can't have": life(
    [{ ...accountSecret({ name: "own" }), deleteBeforeReplace: true, retainOnDelete: true }],
    ...[up, { ...upRefresh, replace: ["secret"] }, up, set("secret", { name: "another" }), inOrder(up)],
  ),
  "what --replace asks for is told with its data and its cost, also after a rename and where it is gone": life(
    [volume(), pod({ ...running, ...withDisk })],
    ...[up, { ...up, replace: ["volume", "pod"] }, rename("pod", "other"), up, { ...up, replace: ["other"] }],
    ...[drift({ what: "delete", name: "other" }), { ...up, replace: ["other"] }, inOrder(up)],
  ),
  "an adopted secret that --replace asks for is said to be replaced, though its name is its own until the end": life(
    [],
    drift({ what: "make", name: "secret", kind: "accountSecret", body: { value: canary(1), name: "own" } }),
    ...[takeIn(accountSecret({ name: "own" }), "adopt"), up, { ...upRefresh, replace: ["secret"] }],
  ),
  "a volume that another stack has too is said to be destroyed with all its data by its replacement": life(
    [volume({ dataLoss: "allow" })],
    ...[up, up, moveAway("volume"), restore(), set("volume", { size: 10 }), wait(5), inOrder(upRefresh)],
  ),
  "what retainOnDelete keeps is said to be replaced with its data and what it costs": life(
    [volume(), pod({ ...running, ...withDisk })],
    ...[up, retain("volume"), retain("pod"), up],
    ...[set("volume", { size: 50 }), set("pod", { gpu: { id: "NVIDIA H200" } })],
    ...[up, { ...up, replace: ["pod"] }, inOrder(destroy)],
  ),
  "a pod that a keeper has stopped before its program stops it is told to stay as it is": life(
    [pod({ ...running, stopAfter: "5m" })],
    ...[up, wait(10), { do: "keep" } as const, set("pod", { desiredStatus: "EXITED" }), inOrder(up)],
  ),
  "what is renamed without an alias is told of nothing that keeps its data": life(
    [volume()],
    ...[up, remove("volume"), add({ ...volume(), name: "other" }), up, inOrder(destroy)],
  ),
  "a pod that a need has chosen for an interrupted run is said to be taken over as it is, with an error": life(
    [pod({ gpu: { memory: 48, count: 1 }, desiredStatus: "EXITED" })],
    ...[faulted("POST", "429-before", { operation: interrupted, from: 2, count: 1 }), wait(5), inOrder(up)],
  ),
  "of a list each need is told by its place, and one that nothing meets ends no run": life(
    [pod({ gpu: [{ memory: 999 }, { memory: 80 }, { memory: 24 }, { id: "NVIDIA L40S" }] })],
    inOrder(up),
  ),
  "a locked pod that meets a looser need is not said to stop": life(
    [pod({ gpu: { memory: 48 }, locked: true })],
    ...[up, set("pod", { gpu: { memory: 24 }, desiredStatus: "EXITED" }), up],
  ),
  "a command that is declared with its template, which would set it, is said to be only recorded": life(
    [pod()],
    ...[up, set("pod", { templateId: "t2verified", cmd: [] }), inOrder(up)],
  ),
  "a preview with another key, which sees nothing of what is gone, is held to show nothing": {
    ...life([template("base")], up, remove("base"), interrupted, rotate, up, revert(), refresh),
    world: { listLagMs: 0, keyFrom: "settings" },
  },
  "what a destroy by a wrong address can't see is held against its preview, which asks of no deletion": {
    ...life([credential()], up, rotate, { ...up, with: "wrong address" }, inOrder(destroy)),
    world: { listLagMs: 0, keyFrom: "settings" },
  },
};

/** Lives in which something once went wrong, by the problem. Each fails with the code of that time. */
export const knownLives: Readonly<Record<string, Life>> = {
  ...livesOfPlans,
  ...livesOfHandOvers,
  ...livesOfInterruptions,
  ...livesOfPreviews,
};
