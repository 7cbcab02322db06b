import { describe, expect, it } from "@jest/globals";
import { calls } from "../../proofs/calls";
import { creates } from "../../proofs/creates";
import { drift } from "../../proofs/drift";
import { histories } from "../../proofs/histories";
import { secrets } from "../../proofs/secrets";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

const options = { seed: 20_260_504, mode: "plugin", serves: true, progress: () => undefined } as const;

/** The claims of the dynamic providers, made of the plugin: its server, and the engine's client of plugins. */
describe("with the plugin", () => {
  it("of 40 creates over faults and kills each has one object, and no error is shown", async () => {
    const { counts, failures } = await creates.run({ ...options, size: 36 });
    expect(failures).toEqual([]);
    expect(Number(counts.creates)).toBeGreaterThanOrEqual(40);
  }, 120_000);

  it("no up of 6 programs leaves drift, and what is changed behind our back shows and is mended", async () => {
    const { counts, failures } = await drift.run({ ...options, size: 6 });
    expect(failures).toEqual([]);
    expect(Number(counts.drifts)).toBeGreaterThan(7);
  }, 120_000);

  it("whatever people do in 3 lives of stacks, nothing is deleted unasked, hidden, doubled or shown", async () => {
    const { counts, failures } = await histories.run({ ...options, size: 3 });
    expect(failures).toEqual([]);
    expect(Number(counts["up, succeeded"])).toBeGreaterThan(3);
  }, 120_000);

  it("no secret comes out anywhere over previews, ups, refusals, refreshes and a destroy", async () => {
    const { counts, failures } = await secrets.run({ ...options, seed: 1, size: 20 });
    expect(failures).toEqual([]);
    expect(Number(counts["errors seen"])).toBeGreaterThan(0);
  }, 120_000);

  it("refreshing 20 pods, waiting for 100 and creating 100 stays within the limits announced", async () => {
    const { counts, failures } = await calls.run({ ...options, size: 20, only: "local" });
    expect(failures).toEqual([]);
    expect(counts["local: requests of an up that creates 20 pods"]).toBeGreaterThanOrEqual(20);
  }, 120_000);
});
