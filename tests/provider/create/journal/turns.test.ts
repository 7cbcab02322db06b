import { describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../../provider/create/journal/storage";
import { Turns } from "../../../../provider/create/journal/turns";
import { ManualClock } from "../../../support/manual-clock";

const listLagMs = 30_000;

/** Processes of one machine that share a journal. */
function machine() {
  const clock = new ManualClock(1_000);
  const storage = memoryStorage();
  const living = new Set<number>();
  let tickets = 0;
  const process = (pid: number) => {
    living.add(pid);
    const owner = { pid, startedAt: "" };
    const isAlive = (of: { pid: number }) => living.has(of.pid);
    const waiter = { clock, process: owner, isAlive, listLagMs, newId: () => `t${++tickets}` };
    const take = (signal?: AbortSignal) => new Turns(storage).take("list", { ...waiter, ...(signal && { signal }) });
    return { take, die: () => void living.delete(pid) };
  };
  return { clock, storage, process };
}

describe("Turns at writing what is only taken as a whole", () => {
  it("are had at once where nobody else writes, and leave nothing behind", async () => {
    const { clock, storage, process } = machine();
    const turn = await process(1).take();
    await turn.sends();
    await turn.end();
    expect(clock.sleeps).toEqual([]);
    expect([...storage.entries]).toEqual([]);
  });

  it("are waited for while another process has its own", async () => {
    const { clock, process } = machine();
    const first = await process(1).take();
    clock.onSleep = async (until) => {
      if (until > 10_000) await first.end();
    };
    await process(2).take();
    expect(clock.now()).toBeGreaterThan(9_000);
    expect(clock.now()).toBeLessThan(12_000);
  });

  it("are kept by a process that was killed until its last request can't be carried out any more", async () => {
    const { clock, process } = machine();
    const killed = process(1);
    const turn = await killed.take();
    clock.advance(5_000);
    await turn.sends();
    killed.die();
    await process(2).take();
    expect(clock.now()).toBeGreaterThanOrEqual(6_000 + listLagMs);
    expect(clock.now()).toBeLessThan(8_000 + listLagMs);
  });

  it("are not waited for without end", async () => {
    const { clock, process } = machine();
    await process(1).take();
    await process(2).take();
    expect(clock.now()).toBeLessThan(10 * 60_000);
  });

  it("are given back by whoever is called off while waiting", async () => {
    const { storage, process } = machine();
    const first = await process(1).take();
    const calledOff = new AbortController();
    const waiting = process(2).take(calledOff.signal);
    calledOff.abort();
    await expect(waiting).rejects.toThrow();
    await first.end();
    expect([...storage.entries]).toEqual([]);
  });

  it("are drawn again by whoever was tidied away", async () => {
    const { clock, storage, process } = machine();
    const first = await process(1).take();
    let sleeps = 0;
    clock.onSleep = async () => {
      if (++sleeps === 1) await storage.remove("turn-list");
      if (sleeps === 3) await first.end();
    };
    const second = await process(2).take();
    await second.sends();
    expect(storage.entries.get("turn-list")).toContain('"pid":2');
  });

  it("are taken where a crash has cut a line", async () => {
    const { clock, storage, process } = machine();
    await storage.append("turn-list", '{"ticket":"t0","at":1');
    await process(2).take();
    expect(clock.sleeps).toEqual([]);
  });
});
