import { expect, it } from "@jest/globals";
import { runLocal } from "../support/run-local";
import type { Observation } from "../support/scenario";
import { importsAfterEarlyDeletes } from "./imports";

/** Ids of what a step deleted. */
const deletedBy = ({ calls }: Observation): string[] =>
  (calls as { method: string; id: string }[]).flatMap(({ method, id }) => (method === "delete" ? [id] : []));

it.each([
  ["import-after-an-early-delete", ["a-1"], { a: "there" }],
  ["import-amid-early-deletes", ["b-1", "a-1"], { a: "a-2", b: "other" }],
])("%s: what was imported takes the place of what was deleted, which is deleted once", async (name, deleted, held) => {
  const scenario = importsAfterEarlyDeletes.find((each) => each.name === name)!;
  const observed = await runLocal(scenario, () => ({ program: true, providers: true }));
  const last = observed.at(-1)!;
  expect(last.ok).toBe(true);
  expect(last.steps.filter((step) => !step.startsWith("same"))).toEqual([]);
  expect(observed.flatMap(deletedBy).sort()).toEqual(deleted.sort());
  const things = (last.state as { type: string; urn: string; id: string }[]).filter(({ type }) =>
    type.endsWith(":Thing"),
  );
  expect(Object.fromEntries(things.map(({ urn, id }) => [urn.split("::").pop(), id]))).toEqual(held);
  expect(things).toHaveLength(Object.keys(held).length);
});
