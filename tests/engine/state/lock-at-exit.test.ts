import { expect, it } from "@jest/globals";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "../../../engine/state/lock";
import { temporaryFolder } from "../../support/temporary-folder";

it("a lock is released by a process that ends at once, as after a third Ctrl-C, and not by one that has released it before", async () => {
  const folder = temporaryFolder("locks");
  const before = process.listenerCount("exit");
  let made = 0;
  const take = (stack: string) => {
    const of = join(folder, stack);
    const uuid = () => String((made += 1));
    return takeLock(
      { folder: of, file: join(folder, "state"), write: () => undefined, requireRoot: () => undefined },
      { now: () => 0, uuid },
    );
  };
  const locksOf = (stack: string) => readdirSync(join(folder, stack));
  take("a");
  await take("b").release();
  expect([locksOf("a"), locksOf("b")]).toEqual([["1.json"], []]);
  const added = process.listeners("exit").slice(before);
  expect(added).toHaveLength(1);
  added[0]!(130);
  process.off("exit", added[0]!);
  expect(locksOf("a")).toEqual([]);
});
