import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { storedIds } from "../../../../provider/create/journal/backend";
import { temporaryFolder } from "../../../support/temporary-folder";
import { clockAndRig, processOn } from "../platform";

const latestOf = (...ids: string[]) => ({ resources: ids.map((id) => ({ id })), pending_operations: [{ id: "cut" }] });
const stateOf = (...ids: string[]) => JSON.stringify({ checkpoint: { latest: latestOf(...ids) } }, null, 4);

it("ids are read from the states of every project, packed or not, and not from copies of states nor from what was cut off", () => {
  const folder = temporaryFolder("states");
  mkdirSync(join(folder, "shop"));
  writeFileSync(join(folder, "shop", "dev.json"), stateOf("one", "two"));
  writeFileSync(join(folder, "shop", "dev.json.bak"), stateOf("before"));
  writeFileSync(join(folder, "legacy.json.gz"), gzipSync(stateOf("three")));
  writeFileSync(join(folder, "shop", "broken.json.gz"), "");
  expect([...storedIds(folder)].sort()).toEqual(["one", "three", "two"]);
  expect([...storedIds(join(folder, "nowhere"))]).toEqual([]);
});

it.each([
  { where: "in a state", stored: ["t1"], makes: "another", ids: ["t1", "t2"] },
  { where: "in no state", stored: [], makes: "no other", ids: ["t1"] },
  { where: "in a backend that is no folder", stored: undefined, makes: "no other", ids: ["t1"] },
  { where: "in a state and in no list", isUnlisted: true, stored: ["t1"], makes: "another", ids: ["t1", "t2"] },
  { where: "in no state and in no list", isUnlisted: true, stored: [], makes: "no other", ids: ["t1"] },
  { where: "in no list and in a backend that is no folder", isUnlisted: true, makes: "another", ids: ["t1", "t2"] },
])(
  "a create for a resource whose object was handed and is $where makes $makes",
  async ({ stored, ids, isUnlisted }) => {
    const { clock, platform, storage } = clockAndRig();
    const over = isUnlisted ? { isUnlisted } : {};
    const making = processOn(clock, storage, { number: 1 });
    const { id } = await clock.run(making.make(platform.request("a", "x~1", over)));
    making.creates.handedOver("Thing", id);
    await making.end(0);
    const next = processOn(clock, storage, { number: 2, ...(stored && { stored }) });
    await clock.run(next.make(platform.request("a", "x~2", over)));
    expect([...platform.things.keys()]).toEqual(ids);
  },
);
