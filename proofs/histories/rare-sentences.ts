import type { Life, Operation } from "./life";
import type { Declared } from "./program";
import { accountSecret, add, cpu, drift, endedBy, endpoint, faulted, inOrder, killed, life, pod, set } from "./steps";
import { takeIn, unset, up, upRefresh, volume, wait } from "./steps";

/** Judged although others, or an interrupted run, have changed what the state has. */
const judged: Operation = { ...up, isJudged: true };
const base: Declared = { kind: "template", name: "base", args: { image: "a:1", env: { A: "1", B: "2" } } };
const ofBase = (env: Declared["args"]): Declared => pod({ ...cpu, image: undefined, templateId: { $id: "base" }, env });
const mount = (volumeId: string) => ({ mounts: { network: [{ volumeId: { $id: volumeId }, path: "/data" }] } });
const gone = (name: string) => drift({ what: "delete", name });
const withVariable = drift({ what: "add a variable", name: "pod", variable: "FOREIGN", value: "1" });
const lost: Operation["previewFaults"] = [{ method: "GET", from: 2, count: 9, fate: "500-before" }];
const lossy = volume({ dataLoss: "allow" });

/** A life for each sentence that drawn lives seldom meet, by the name of its row. */
export const livesOfRareSentences: Readonly<Record<string, Life>> = {
  "gone from the platform": life([pod()], up, gone("pod"), inOrder(upRefresh)),
  "changed on the platform": life(
    [pod({ disk: 50 })],
    ...[up, drift({ what: "change", name: "pod", body: { disk: 90 } }), inOrder(upRefresh)],
  ),
  "gone, so a new one": life(
    [pod()],
    ...[up, gone("pod"), set("pod", { gpu: { id: "NVIDIA H200", count: 1 } }), judged],
  ),
  "gone, so up fails": life([volume()], up, gone("volume"), set("volume", { size: 50 }), judged),
  gone: life(
    [lossy],
    ...[up, set("volume", { size: 10 }), killed("after it is carried out"), wait(5), gone("volume"), judged],
  ),
  "gets its template's value back": life(
    [base, ofBase({ A: "9", C: "3" })],
    ...[up, set("pod", { env: { C: "3" } }), inOrder(up)],
  ),
  "gets what could not be read": life(
    [base, ofBase({ A: "9", C: "3" })],
    ...[up, set("pod", { env: { C: "3" } }), { ...judged, previewFaults: lost }],
  ),
  "is set again": life(
    [accountSecret()],
    ...[up, set("secret", { value: { $secret: "other" } }), faulted("PATCH", "hang-after"), wait(5), judged],
  ),
  "has a secret in plain text": life(
    [pod({ env: { A: "serve" } })],
    ...[up, set("pod", { env: { A: { $secret: "serve" } } }), inOrder(up)],
  ),
  "is removed": life([pod({ ...cpu, env: { A: "1" } })], up, withVariable, set("pod", { env: { A: "2" } }), judged),
  "may be removed": life(
    [base, ofBase({ A: "1" })],
    ...[up, withVariable, set("pod", { env: { A: "2" }, templateId: "t2verified" }), judged],
  ),
  "networking later": life([pod()], up, wait(2), set("pod", { globalNetworking: true }), inOrder(up)),
  "replaced by an option": life(
    [{ ...pod(), replaceOnChanges: ["image"] }],
    ...[up, set("pod", { image: "a:2" }), inOrder(up)],
  ),
  "goes along": life(
    [{ ...lossy, deleteBeforeReplace: true }, pod({ ...cpu, ...mount("volume") })],
    ...[up, set("volume", { size: 10 }), inOrder(up)],
  ),
  "Replaced if": life(
    [volume(), pod({ ...cpu, ...mount("volume") })],
    ...[up, add({ ...volume(), name: "other" }), set("pod", mount("other")), inOrder(up)],
  ),
  waits: life(
    [endpoint({ workers: { min: 1, max: 2 } })],
    ...[drift({ what: "sell out", name: "endpoint" }), up, drift({ what: "restock", name: "endpoint" }), judged],
  ),
  "ended pods": life(
    [0, 1].map((nth) => ({ ...pod({ ...cpu, stopAfter: "1h" }), name: `pods-${nth}`, fleet: "pods" })),
    ...[endedBy("Ctrl-C", up, 2, "after its answer"), wait(2), drift({ what: "end", name: "pods-0" }), judged],
  ),
  "adopted, perhaps with an error": life(
    [volume()],
    ...[drift({ what: "make", name: "pod", kind: "pod", body: { image: "a:1", cpu: cpu.cpu, name: "found" } })],
    takeIn(pod({ ...cpu, name: "found", ...mount("volume") }), "adopt"),
    judged,
  ),
  "taken over, perhaps with an error": life(
    [volume(), pod({ ...cpu, ...mount("volume") })],
    ...[endedBy("kill -9 of the engine, and its host ends with it", up, 2, "after it is carried out"), wait(5)],
    ...[add({ ...volume(), name: "other" }), set("pod", { image: "a:2", ...mount("other") }), judged],
  ),
  "starts again": life(
    [pod({ ...cpu, waitFor: "running" })],
    ...[up, drift({ what: "end", name: "pod" }), set("pod", { image: "a:2" }), judged],
  ),
  "not started again": life(
    [pod({ ...cpu, runToCompletion: true, restartTriggers: ["1"] })],
    ...[up, wait(5), set("pod", { image: "a:2", restartTriggers: ["2"] }), killed("after it is carried out"), wait(5)],
    judged,
  ),
  "warned of a possible restart": life(
    [pod({ ...cpu, locked: true })],
    ...[up, set("pod", { templateId: "t2verified" }), inOrder(up)],
  ),
  "warned of what is not there": life([pod({ ...cpu, registry: "cr0000000000" })], up),
  "warned of an open create": {
    ...life([pod()], killed("after it is carried out"), judged),
    world: { listLagMs: 400_000, keyFrom: "environment" },
  },
  "Now running": life([pod({ waitFor: "running" })], up, unset("pod", "waitFor"), inOrder(up)),
};
