import { expect, it } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answers, Calls, engineGone } from "../../../provider/host/engine";
import { ManualClock } from "../../support/manual-clock";

const listening = (server: Server, where: string | number): Promise<void> =>
  new Promise((done) => server.listen(where, () => done()));
const closed = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()));

it("a host whose engine is gone ends when its last call has ended, and not for one look in vain", async () => {
  const looks = [true, false, true, false, false, false, false];
  const calls = new Calls();
  let finish: () => void = () => undefined;
  const creating = calls.during(() => new Promise<void>((done) => (finish = done)));
  expect(calls.running).toBe(1);
  let asked = 0;
  await engineGone(new ManualClock(), calls, async () => {
    asked += 1;
    if (asked === 6) {
      finish();
      await creating;
    }
    return looks.shift() ?? false;
  });
  expect(asked).toBe(6);
  expect(calls.running).toBe(0);
});

it("a call that fails has ended too", async () => {
  const calls = new Calls();
  await expect(calls.during(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(calls.running).toBe(0);
});

it("an engine is there while somebody listens at its address, be it a port or a socket", async () => {
  const directory = mkdtempSync(join(tmpdir(), "engine-"));
  const path = join(directory, "engine.sock");
  const [onSocket, onPort] = [createServer(), createServer()];
  try {
    expect(await answers(`unix:${path}`)).toBe(false);
    await Promise.all([listening(onSocket, path), listening(onPort, 0)]);
    const { port } = onPort.address() as { port: number };
    for (const address of [`unix:${path}`, `127.0.0.1:${port}`]) expect(await answers(address)).toBe(true);
    await Promise.all([closed(onSocket), closed(onPort)]);
    for (const address of [`unix:${path}`, `127.0.0.1:${port}`]) expect(await answers(address)).toBe(false);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
