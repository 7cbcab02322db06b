import { expect, it } from "@jest/globals";
import { ProviderPool, uncheckedSettings } from "../../../engine/hosts/provider-pool";
import { unconfigurable } from "../../../engine/hosts/builtin-provider";

it("A provider that a refresh has started serves the update too, in whatever order state and program have its settings", async () => {
  let started = 0;
  const pool = new ProviderPool(
    async () => uncheckedSettings(() => Promise.reject(new Error("not asked here"))),
    async () => {
      started += 1;
      return unconfigurable;
    },
  );
  const about = { urn: "urn:pulumi:dev::p::pulumi:providers:x::default", id: "1" };
  await pool.get({ ...about, inputs: { a: "1", b: "2" } });
  await pool.get({ ...about, inputs: { b: "2", a: "1" } });
  expect(started).toBe(1);
  await pool.get({ ...about, inputs: { b: "2", a: "3" } });
  expect(started).toBe(2);
});
