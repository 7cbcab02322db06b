import { expect } from "@jest/globals";
import { memoryStorage } from "../../../../provider/journal/storage";
import type { StateEntry } from "../../../../provider/ownership/states";
import type { Props } from "../../../../provider/table/props";
import { volume } from "../../fixtures";
import type { Machine } from "../../machine";
import { wire } from "../../rig";

type Process = ReturnType<Machine["process"]>;

export const elsewhere = () => memoryStorage();
export const own = { __key: "key-data", __logicalName: "data", __stack: "stack", __stackName: "dev" };
export const unnamed: Props = { size: volume.size, dataCenter: volume.dataCenter, ...own };
export const named: Props = { ...volume, ...own };

export const entry = (id: string, over: Partial<StateEntry> = {}): StateEntry => ({
  kind: "NetworkVolume",
  id,
  key: "key-data",
  seen: undefined,
  urn: "urn:pulumi:dev::shop::compute:index:NetworkVolume::data",
  ...over,
});

export const checked = async ({ networkVolume }: Process, news: Props, olds: Props = {}) => {
  const { inputs, failures } = await networkVolume.check(olds, news);
  return { inputs: wire(inputs), said: failures.map(({ reason }) => reason).join("\n"), failures };
};
/** What runs on the machine make, with one volume in the program. */
export function volumesOn(machine: () => Machine) {
  /** A run makes the volume, and its engine is handed it. */
  async function made(news: Props = unnamed, process = machine().process()) {
    const { inputs, said } = await checked(process, news);
    expect(said).toBe("");
    const { id, outs } = await process.networkVolume.create(inputs);
    await process.end();
    return { id, outs: wire(outs), name: String(wire(outs).name) };
  }
  /** A create whose engine is killed once the platform has made the object. @returns its id. */
  async function cutShort(news: Props, before: (process: Process) => Promise<unknown> = async () => undefined) {
    let hasEngine = true;
    const process = machine().process({ hasEngine: () => hasEngine });
    await before(process);
    const { inputs } = await checked(process, news);
    const had = await machine().volumes();
    const stop = machine().emulator.requests.onRequest(({ method }) => void (hasEngine &&= method !== "POST"));
    await process.networkVolume.create(inputs).catch(() => undefined);
    stop();
    const [id] = (await machine().volumes()).filter((each) => !had.includes(each));
    return id!;
  }
  return { made, cutShort };
}
