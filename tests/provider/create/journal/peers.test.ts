import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Peers } from "../../../../provider/create/journal/peers";
import { fileStorage } from "../../../../provider/create/journal/storage";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "compute-peers-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const teller = (pid: number) => ({ process: { pid, startedAt: "", engine: "an-engine" }, isAlive: () => true });
const open = () => new Peers(fileStorage(join(directory, "runs")));
const volume = (id: number) => ({ kind: "NetworkVolume", id: `vol-${id}` });
const has = (id: number) => ({ says: "has" as const, ...volume(id), keys: [`key-${id}`] });

it("A process of a run hears all that another one says, of however many objects, and nothing stays when that one ends", async () => {
  const [here, there] = [open(), open()];
  const count = 20_000;
  for (let id = 0; id < count; id++) {
    await here.tell(has(id), teller(1));
    if (id % 1_000 === 0) expect(await there.of(volume(id), teller(2))).toMatchObject([has(id)]);
  }
  for (const id of [0, 1, count / 2, count - 1])
    expect(await there.of(volume(id), teller(2))).toMatchObject([{ says: "has", keys: [`key-${id}`] }]);
  expect(await there.news(teller(2))).toHaveLength(count);
  await here.tell(has(count), teller(1));
  expect(await there.news(teller(2))).toMatchObject([has(count)]);
  await here.end(teller(1));
  expect(readdirSync(directory)).toEqual([]);
});
