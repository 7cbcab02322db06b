import { expect, it } from "@jest/globals";
import { histories } from "../../scripts/prove/histories";

it("whatever people do in 400 lives of stacks, nothing is deleted unasked, hidden, doubled or shown", async () => {
  const { counts, failures } = await histories.run({ size: 400, seed: 20_260_504, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ lives: 400 });
}, 300_000);
