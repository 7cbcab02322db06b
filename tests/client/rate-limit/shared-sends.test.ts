import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "../../../client";
import { sharedFile } from "../../../client/rate-limit/shared-sends";
import { startEmulator, type Emulator } from "../../../emulator";
import { clockOf } from "../../support/emulated-client";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sends-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const file = () => join(directory, readdirSync(directory)[0] ?? "");
const share = (writer: string, account = "key") => {
  const shared = sharedFile({ account, writer, directory });
  if (!shared) throw new Error("nothing is shared");
  return shared;
};

describe("the file that processes share", () => {
  it("tells each what the others sent and what came to its end, once", () => {
    const [a, b, c] = ["aaaaaaaa", "bbbbbbbb", "cccccccc"].map((writer) => share(writer));
    const first = { at: 1_777_885_200_000, what: "sent" } as const;
    const second = { at: 1_777_885_200_001, what: "ended" } as const;
    a?.tell(first);
    b?.tell(second);
    expect(a?.others()).toEqual([second]);
    expect(a?.others()).toEqual([]);
    expect(c?.others()).toEqual([first, second]);
  });

  it("is of one account, for its user alone, and does not hold its key", () => {
    share("a").tell({ at: 1, what: "sent" });
    share("b", "another").tell({ at: 2, what: "sent" });
    expect(share("c").others()).toHaveLength(1);
    const names = readdirSync(directory);
    expect(names).toHaveLength(2);
    expect(statSync(file()).mode & 0o077).toBe(0);
    expect(names.join() + readFileSync(file(), "utf8")).not.toContain("key");
  });

  it("is no link to somewhere else, and a folder that is not there shares nothing", () => {
    share("a");
    const link = file();
    rmSync(link);
    symlinkSync(join(directory, "elsewhere"), link);
    expect(sharedFile({ account: "key", writer: "a", directory })).toBeUndefined();
    expect(sharedFile({ account: "key", writer: "a", directory: join(directory, "none") })).toBeUndefined();
  });

  it.each([0o666, 0o620, 0o644])("shares nothing by a file that others may touch (%o)", (mode) => {
    share("aaaaaaaa");
    chmodSync(file(), mode);
    expect(sharedFile({ account: "key", writer: "bbbbbbbb", directory })).toBeUndefined();
    chmodSync(file(), 0o600);
    linkSync(file(), join(directory, "second"));
    expect(sharedFile({ account: "key", writer: "bbbbbbbb", directory })).toBeUndefined();
  });

  it("survives what others leave in it: half a record, noise, an end that moved back", () => {
    const reader = share("reader00");
    share("writer00").tell({ at: 5, what: "sent" });
    appendFileSync(file(), "x".repeat(22) + "\nhalf");
    expect(reader.others()).toEqual([{ at: 5, what: "sent" }]);
    truncateSync(file(), 0);
    expect(reader.others()).toEqual([]);
    share("writer00").tell({ at: 7, what: "sent" });
    expect(reader.others()).toEqual([{ at: 7, what: "sent" }]);
  });
});

describe("processes with the same key", () => {
  let emulator: Emulator;
  let clients: Client[];
  beforeEach(async () => {
    emulator = await startEmulator({ speed: 0 });
    const clock = clockOf(emulator);
    clients = [1, 2, 3].map(() => createClient({ ...emulator, clock, limiter: { acrossProcesses: { directory } } }));
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    await emulator.close();
  });

  it("A-50: together keep to the limits of their user, in the quota's own minimum of time", async () => {
    const startedAt = emulator.clock.now();
    const cpu = { id: "cpu3c", vcpuCount: 2 };
    const creates = clients.flatMap((client) =>
      Array.from({ length: 33 }, (_, i) => client.pods.create({ name: `p${i}`, image: "i", cpu })),
    );
    await Promise.all(creates);
    const refused = emulator.requests.list().filter(({ status }) => status === 429);
    expect(refused).toEqual([]);
    expect(emulator.clock.now() - startedAt).toBeLessThanOrEqual(60_000 * 1.1);
  });
});
