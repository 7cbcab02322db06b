import { canary } from "../canaries";
import type { Life, Operation } from "./life";
import type { Declared } from "./program";
import { accountSecret, add, at, cluster, credential, destroy, drift, endedBy, endpoint, faulted, from } from "./steps";
import { handOver, inOrder, interrupted, keyOfAda, keyOfBo, killed, life, moveAway, only, pod, refresh } from "./steps";
import { remove, rename, revert, rotate, set, sshKey, templated, up, upRefresh, volume, wait } from "./steps";

const delegation = (repository: string): Declared => ({
  kind: "registryDelegation",
  name: "delegation",
  args: { resource: `arn:aws:ecr:eu-central-1:123456789012:repository/${repository}` },
});
const h200 = { gpu: { id: "NVIDIA H200", count: 1 } };

const fleetOfThree = [0, 1, 2].map((nth) => ({
  ...pod({ rollout: { group: "pods", maxUnavailable: 1 } }),
  name: `pods-${nth}`,
  fleet: "pods",
}));

/** An `up` whose engine is killed and whose host continues. */
const orphaned = (
  nth: number,
  moment: "before it is carried out" | "after it is carried out" | "after its answer",
  operation: Operation = up,
): Operation => endedBy("kill -9 of the engine, and its host goes on", operation, nth, moment);

/** Lives in which a run was interrupted or an answer lost, and a later run did not make up for it. */
const livesOfLaterRuns: Readonly<Record<string, Life>> = {
  "a cluster that an interrupted run made is replaced once its variables are again those that it has": life(
    [cluster({ env: { STAGE: "prod" } })],
    ...[interrupted, set("cluster", { env: { TOKEN: "1" } }), up, revert(), up],
  ),
  "a pod that an interrupted run made is said to change back to the image that it was made with": life(
    [pod()],
    ...[orphaned(1, "before it is carried out"), set("pod", { image: "a:2" }), up, revert(), inOrder(up)],
  ),
  "a pod that a killed replacement made is told beside the cost of the old one, which somebody has deleted": life(
    [pod()],
    ...[up, set("pod", h200), killed("after it is carried out"), wait(5)],
    ...[drift({ what: "delete", name: "pod" }), { ...inOrder(up), isJudged: true }],
  ),
  "an endpoint that an interrupted up made ends the next up untold, once another stack has the volume that it mounts":
    life(
      [volume()],
      ...[up, add(endpoint({ networkVolumes: [{ $id: "volume" }] }))],
      ...[endedBy("Ctrl-C twice", up, 1, "before it is carried out"), moveAway("volume"), wait(5), up],
    ),
  "a cluster that an interrupted run made keeps a variable that the program has dropped": life(
    [cluster({ env: { STAGE: "prod", TOKEN: "1" } })],
    ...[interrupted, set("cluster", { env: { TOKEN: "1" } }), up, inOrder(up)],
  ),
  "a fleet whose rollout was killed twice, the second time on another machine, stays half rolled out": life(
    fleetOfThree,
    ...[up, set("pods", { image: "a:2" }), killed("after it is carried out"), from("there")],
    ...[killed("after its answer"), inOrder(up), inOrder(up)],
  ),
  "a fleet whose replacements were killed has pods in no state": life(
    fleetOfThree,
    ...[up, set("pods", h200), endedBy("kill -9 of the engine, and its host goes on", up, 2), wait(5), inOrder(up)],
    ...[inOrder(up), destroy],
  ),
  "a replacement with deleteBeforeReplace is made twice after it was killed between its requests, and after them": life(
    [{ ...pod(), deleteBeforeReplace: true }],
    ...[up, set("pod", h200), killed("after it is carried out"), inOrder(up)],
    ...[
      set("pod", { gpu: { id: "NVIDIA L40S", count: 1 } }),
      orphaned(2, "after it is carried out"),
      wait(5),
      inOrder(up),
    ],
    inOrder(up),
  ),
  "what an interrupted run made is deleted for other hardware": life(
    [pod({ mounts: { persistent: { size: 10, path: "/data" } }, dataLoss: "refuse" })],
    ...[interrupted, set("pod", h200), up],
  ),
  "a pod that a killed run made is named by nobody in a refresh": life([pod()], killed(), refresh),
  "a key that a killed run has put in is named by nobody after the program has dropped it": life(
    [sshKey(), pod()],
    ...[killed(), remove("ada"), up],
  ),
  "a key whose request was lost on the way is named for ever after a later run has put it in": life(
    [sshKey()],
    ...[killed("before it is carried out"), inOrder(up), inOrder(up)],
  ),
  "a key that was replaced by itself is taken out": life(
    [sshKey()],
    ...[up, killed("after its answer", destroy), endedBy("Ctrl-C"), up],
  ),
  "a pod is replaced because the key was rotated after an interrupted create": life(
    [pod({ startSsh: true, startJupyter: false })],
    ...[interrupted, rotate, inOrder(up), inOrder(up)],
  ),
  "a password changed after an interrupted create never arrives": life(
    [credential({ name: undefined })],
    ...[interrupted, set("credential", { password: { $secret: canary(2) } }), up],
  ),
  "a credential is replaced though its password is the one that an interrupted run made it with": life(
    [credential()],
    ...[interrupted, set("credential", { password: { $secret: canary(2) } }), up, revert(), inOrder(up)],
    ...[set("credential", { password: { $secret: canary(2) } }), up],
  ),
  "a pod is replaced for a startSsh that means what leaving it out had meant": life(
    [pod({ waitFor: undefined })],
    ...[interrupted, set("pod", { startSsh: false }), up, inOrder(up)],
  ),
  "a delegation is replaced that an interrupted run made for the repository that the program is back at": life(
    [delegation("app:1")],
    ...[interrupted, set("delegation", delegation("app:2").args), up, revert(), up],
  ),
  "a preview shows a new pod where an interrupted run has made one": life(
    [pod()],
    killed("after it is carried out"),
    up,
  ),
  "a preview shows the image that it was made with as no error, though an up that takes it over fails": life(
    [pod()],
    ...[interrupted, set("pod", { image: "a:2" }), up],
  ),
  "a cluster keeps the image that an interrupted run made it with, and the run that goes on says nothing": life(
    [cluster()],
    ...[killed("after it is carried out"), set("cluster", { image: "a:2" }), up],
  ),
  "a cluster whose members have finished before a run saw it ready fails for ever": life(
    [cluster()],
    ...[interrupted, set("cluster", { name: "other" }), faulted("GET", "garbled", { from: 3, count: 99 })],
    ...[drift({ what: "end", name: "cluster" }), inOrder(up), inOrder(up)],
  ),
  "an update that was killed is not seen after it is reverted": life(
    [pod()],
    ...[up, set("pod", { image: "a:2" }), killed("after it is carried out"), revert(), up],
  ),
  "a change whose answer was lost is not seen after it is reverted": life(
    [pod()],
    ...[up, set("pod", { image: "a:2" }), faulted("PATCH", "504-after"), revert(), up],
  ),
  "a refresh after a killed update shows the secret that it brought": life(
    [pod({ env: { TOKEN: "plain" } })],
    ...[up, set("pod", { env: { TOKEN: { $secret: canary(1) } } }), killed("after it is carried out"), upRefresh],
  ),
  "a secret that became plain is read back in clear": life(
    [pod({ env: { TOKEN: { $secret: canary(1) } } })],
    ...[up, set("pod", { env: { TOKEN: "plain" }, desiredStatus: "EXITED" }), faulted("PATCH", "500-before"), refresh],
  ),
  "a variable that the program took out stays after an adoption that failed half way": life(
    [pod({ env: { TOKEN: { $secret: canary(1) }, STAGE: "dev" } })],
    ...[up, handOver("pod"), set("other", { env: { TOKEN: "plain" } }), faulted("PATCH", "lost-before"), refresh, up],
  ),
  "another comment of an SSH key stays whose update was interrupted, and which is reverted": life(
    [sshKey()],
    ...[up, set("ada", { publicKey: `${keyOfAda} ada@laptop` }), endedBy("Ctrl-C"), revert(), up],
  ),
  "what the engine was just handed is confirmed while it is killed over another create": life(
    [templated(), volume(), accountSecret()],
    ...[endedBy("Ctrl-C twice", up, 3, "before it is carried out"), destroy],
  ),
};

/** Lives in which two hosts met: one that had lost its engine and the next run's, or those of two machines. */
const livesOfOrphans: Readonly<Record<string, Life>> = {
  "a host that lost its engine repeats a change after a later run has made another": life(
    [pod({ name: "own" })],
    orphaned(2, "after its answer", faulted("PATCH", "hang-after", { count: 1 })),
    ...[set("pod", { name: "other" }), up, wait(5), up],
  ),
  "an orphan writes the SSH keys that it read half a minute ago": life(
    [sshKey(), endpoint()],
    orphaned(1, "after it is carried out", faulted("GET", "slow-after", { count: 1 })),
    ...[set("ada", { publicKey: keyOfBo }), up, wait(5), up],
  ),
  "a run takes out the SSH key that an orphan is about to put in": life(
    [sshKey()],
    ...[orphaned(1, "before it is carried out"), set("ada", { publicKey: keyOfBo }), up],
  ),
  "an orphan puts back the comment of an SSH key that a later run has changed": life(
    [sshKey(), accountSecret()],
    ...[orphaned(1, "after its answer"), set("ada", { publicKey: `${keyOfAda} team` }), up, wait(5), up],
  ),
  "an orphan whose create was answered late takes back a name that later runs have given": {
    ...life(
      [credential({ name: undefined }), pod({ name: "own", desiredStatus: "EXITED" })],
      orphaned(1, "after it is carried out", faulted("POST", "slow-after", { from: 2, count: 5 })),
      ...[up, set("pod", { name: "other" }), up, up, wait(5), up],
    ),
    world: { listLagMs: 5_000, keyFrom: "environment" },
  },
  "a list of SSH keys is sent again after a lost answer, and takes out the key of another machine": life(
    [sshKey("grace", keyOfBo), sshKey()],
    {
      ...faulted("PUT", "cut", { operation: only(at("second machine", up), "ada"), count: 1 }),
      beside: at("first checkout", up),
    },
  ),
  "an endpoint that an interrupted run made, and the next run replaced by itself, is left to bill": life(
    [endpoint()],
    ...[up, endedBy("Ctrl-C twice", { ...up, replace: ["endpoint"] }, 2, "before it is carried out")],
    ...[set("endpoint", { timeout: 71_660 }), { ...up, replace: ["endpoint"] }, remove("endpoint"), upRefresh],
  ),
  "a key that changed hands in a run that was cut short is refused to the one that has it, as long as the other has yet to get its new one":
    life(
      [sshKey()],
      ...[up, set("ada", { publicKey: keyOfBo }), add(sshKey("bo")), endedBy("Ctrl-C", up, 1, "after its answer")],
      inOrder(upRefresh),
    ),
  "a start for another image is counted against a pod that the same edit renames": life(
    [pod()],
    ...[up, set("pod", { image: "a:2" }), rename("pod", "other"), up],
  ),
  "what an interrupted run made by another need is taken over as it is, and replaced by the next up": life(
    [pod({ gpu: { memory: 48, count: 1 } })],
    ...[interrupted, wait(5), set("pod", { gpu: { memory: 80, count: 1 } }), up, inOrder(up), inOrder(up)],
  ),
  "the pools that an interrupted run chose by another need are taken over as they are, and changed by the next up":
    life(
      [endpoint({ gpu: { memory: 48 }, waitFor: "none" })],
      ...[interrupted, wait(5), set("endpoint", { gpu: { memory: 80 } }), up, inOrder(up), inOrder(up)],
    ),
  "what an interrupted run made is taken over where nothing meets the need any more": life(
    [pod({ gpu: { memory: 48, count: 1 } })],
    ...[interrupted, wait(5), set("pod", { gpu: { memory: 48, count: 1, maxHourlyCost: 0.01 } }), inOrder(up)],
  ),
  "what is made after people have left its machine counts as made by the one that they went to": life(
    [pod({ name: "own" })],
    ...[up, set("pod", h200), from("there"), endedBy("Ctrl-C twice", up, 1, "before it is carried out")],
    ...[from("here"), refresh],
  ),
};

export const livesOfInterruptions: Readonly<Record<string, Life>> = { ...livesOfLaterRuns, ...livesOfOrphans };
