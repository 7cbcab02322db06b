import { expect, it } from "@jest/globals";
import { Changes } from "../../../provider/journal/changes";
import { memoryStorage } from "../../../provider/journal/storage";

const owner = { pid: 1, startedAt: "x" };

it("an update is noted for a crash of the machine, a deletion for the end of the process: its note costs no wait for the disk", async () => {
  const storage = memoryStorage();
  const lasting: (boolean | undefined)[] = [];
  const changes = new Changes({
    ...storage,
    append: (name, text, isLasting) => {
      lasting.push(isLasting);
      return storage.append(name, text);
    },
  });
  const object = { backend: "b", kind: "Pod", id: "p1" };
  await changes.begin(object, { names: ["image"] }, owner, 0);
  await changes.begin(object, { names: [] }, owner, 1);
  expect(lasting).toEqual([true, false]);
});
