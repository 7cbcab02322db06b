import { expect, it } from "@jest/globals";
import { CostWatch } from "../../../provider/cost/watch";

it("warns of a limit that prices exceed, and not where they add up to just the limit", async () => {
  const said: string[] = [];
  const watch = new CostWatch({ maxHourlyCost: 0.3 }, async (message) => void said.push(message));
  await watch.add("Pod", "a", 0.1);
  await watch.add("Pod", "b", 0.2);
  expect(said).toEqual([]);
  await watch.add("Pod", "c", 0.01);
  expect(said).toEqual([expect.stringContaining("at least 0.31 USD/h exceeds compute:maxHourlyCost (0.30 USD/h)")]);
});
