import { createHash } from "node:crypto";
import { expect, it } from "@jest/globals";
import type { Emulator } from "../../emulator";
import { toServiceError } from "../../plugin/service-error";
import { toStructOfObject } from "../../plugin/values";
import type { Props } from "../../provider/table/props";
import { errorWithCommandHere } from "../../provider/host/called";
import { InitializationError } from "../../provider/lifecycle/failures/errors";
import { type CallFailure, type Engine, secret, urnOf, useEngine } from "./driver";

/** An error travels in trailers, of which Node's HTTP/2 library takes 64 KiB each. */
let emulator: Emulator;
let engine: Engine;
useEngine((opened) => ({ emulator, engine } = opened));

const podUrn = urnOf("Pod", "big");
/** What the engine keeps of a failed call. */
async function keptOf(call: Promise<unknown>) {
  const { initFailed } = (await call.catch((error: unknown) => error)) as CallFailure;
  expect(JSON.stringify(initFailed).length).toBeLessThan(48_000);
  return initFailed!;
}
const unreadable = () =>
  emulator.faults.add({ method: "GET", path: "/v2/pods/:id", phase: "before", status: 401, times: "always" });

function bigPod() {
  const text = (at: number) => createHash("sha512").update(`${at}`).digest("base64").repeat(20).slice(0, 1_700);
  const env = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`CONF_${at}`, text(at)]));
  return { name: "big", image: "registry.example.com/acme/x:1", gpu: { id: "NVIDIA L40S" }, env: secret(env) };
}

it("A pod with 68 KB of variables whose create fails half-way keeps its id, and the next up changes nothing of it", async () => {
  const { inputs } = await engine.check(podUrn, bigPod());
  unreadable();
  const kept = await keptOf(engine.create(podUrn, inputs));
  emulator.faults.clear();
  const [pod] = emulator.store.pods.values();
  expect(kept).toMatchObject({ id: pod!.id, properties: { image: bigPod().image } });
  const { id, properties } = kept;
  const { replaces, diffs } = await engine.diff(podUrn, id, properties, inputs, inputs);
  expect([replaces, diffs]).toEqual([[], ["env"]]);
  emulator.requests.clear();
  const outputs = await engine.update(podUrn, id, properties, inputs);
  expect(outputs.env).toEqual(bigPod().env);
  expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
});

it("A pod with 68 KB of variables whose update is answered by nobody is asked for them by the next up", async () => {
  const { id, inputs, outputs } = await engine.make(podUrn, bigPod());
  const news = { ...inputs, image: "registry.example.com/acme/x:2" };
  emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "after", status: 500, times: "always" });
  const kept = await keptOf(engine.update(podUrn, id, outputs, news));
  emulator.faults.clear();
  expect(kept).toMatchObject({ id });
  expect((await engine.diff(podUrn, id, kept.properties, inputs, news)).replaces).toEqual([]);
  expect(await engine.update(podUrn, id, kept.properties, news)).toMatchObject({
    image: news.image,
    env: bigPod().env,
  });
});

it("A job with 90 KB of input whose end could not be seen keeps its id, and only another input runs another", async () => {
  const image = "registry.example.com/acme/gen-worker:3.1";
  const scaling = { type: "REQUEST_COUNT", requestCount: 1 };
  const endpoint = { name: "gen", type: "QUEUE", image, gpu: { pools: ["ADA_24"] }, scaling };
  const { id: endpointId } = await engine.make(urnOf("Endpoint", "gen"), endpoint);
  const jobUrn = urnOf("JobRun", "once");
  const input = { a: "x y".repeat(30_000), b: [{ c: 1, d: null }] };
  const { inputs } = await engine.check(jobUrn, { endpointId, input: secret(input) });
  emulator.faults.add({ method: "GET", path: "/queue/v2/:id/*", phase: "before", status: 401, times: "always" });
  const kept = await keptOf(engine.create(jobUrn, inputs));
  emulator.faults.clear();
  const { id, properties } = kept;
  const diffed = (changed: Props) => engine.diff(jobUrn, id, properties, inputs, { ...inputs, ...changed });
  expect((await diffed({ input: secret({ b: [{ d: null, c: 1 }], a: input.a }) })).replaces).toEqual([]);
  expect((await diffed({ input: secret({ ...input, a: "y" }) })).replaces).toEqual(["input"]);
  const read = await engine.read(jobUrn, id, properties, inputs);
  expect(read.inputs?.input ?? secret(input)).toEqual(secret(input));
  expect((await engine.diff(jobUrn, id, read.outputs, inputs, inputs)).replaces).toEqual([]);
});

it("A long error with long outputs fits into the trailers, whatever its letters", () => {
  const secrets = { env: { A: true } } as const;
  const error = errorWithCommandHere(
    new InitializationError(
      { kind: "Pod", id: "pod-1", name: "a" },
      {},
      new Error("\ud83d failed"),
      [],
      ["█".repeat(20_000), "last"],
    ),
  );
  const { details, metadata } = toServiceError(error, (properties) => toStructOfObject(properties, secrets));
  expect(encodeURI(details!).length).toBeLessThan(65_000);
  expect(details).toMatch(/failed.*bytes left out.*last\nIt stays in the state/s);
  const [packed] = metadata!.get("grpc-status-details-bin") as Buffer[];
  expect(packed!.toString("base64").length).toBeLessThan(65_000);
});
