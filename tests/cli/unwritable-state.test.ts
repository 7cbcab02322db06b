import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { noCli, notTried } from "../support/not-tried";
import { temporaryFolder } from "../support/temporary-folder";
import { engines, type Ended, project, projectOn, stackName } from "./on-both-engines";
import { cliOnPath } from "./run-cli";
import { until } from "../support/until";

const mount = (...args: string[]) => spawnSync("mount", args).status === 0;
const unmount = (path: string) => void spawnSync("umount", ["--lazy", path]);

/** What may happen to the folder of a backend while an up goes on. */
interface Failure {
  readonly failure: string;
  /** The folder lies on a file system of its own. */
  readonly isMounted?: true;
  begin(backend: string, engine: string): void;
  end(backend: string): void;
}

const states = (backend: string) => join(backend, ".pulumi/stacks", project);
const filler = (backend: string) => join(backend, "filler");

const failures: Failure[] = [
  {
    failure: "the folder of its states is gone (ENOTDIR)",
    begin: (backend) => {
      renameSync(states(backend), `${states(backend)}-aside`);
      writeFileSync(states(backend), "");
    },
    end: (backend) => {
      rmSync(states(backend));
      renameSync(`${states(backend)}-aside`, states(backend));
    },
  },
];
const onMounts: Failure[] = [
  {
    failure: "the disk is full (ENOSPC)",
    isMounted: true,
    begin: (backend, engine) => {
      // The next state of the local engine must not get its room. The CLI, without a copy of before, leaves half a state on a full disk.
      if (engine === "the local engine") rmSync(join(states(backend), `${stackName}.json.bak`), { force: true });
      const file = openSync(filler(backend), "w");
      for (const size of [65_536, 4_096, 1])
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      closeSync(file);
    },
    end: (backend) => rmSync(filler(backend)),
  },
  {
    failure: "the file system can only be read (EROFS)",
    isMounted: true,
    begin: (backend) => void mount("-o", "remount,ro", backend),
    end: (backend) => void mount("-o", "remount,rw", backend),
  },
];

const probe = temporaryFolder("mount");
if (mount("-t", "tmpfs", "-o", "size=64k", "none", probe)) {
  unmount(probe);
  failures.push(...onMounts);
} else notTried("a state on a full disk, or on one that can only be read", "this user may not mount file systems");
if (cliOnPath() === undefined) notTried("an up whose state can't be written, in the CLI's hands", noCli);

let emulator: Emulator;
const mounted: string[] = [];
beforeEach(async () => {
  emulator = await startEmulator({ speed: 0, rateLimit: false });
});
afterEach(async () => {
  for (const path of mounted.splice(0)) unmount(path);
  await emulator.close();
});

const made = () => [...emulator.store.volumes.values()].map(({ id }) => id).sort();

describe.each(engines)("With %s, an up that has made something when its state can't be written", (engine, stackIn) => {
  it.each(failures)(
    "since $failure, is named by the next one, which makes nothing a second time",
    async (row) => {
      const folder = projectOn(emulator);
      if (row.isMounted) {
        expect(mount("-t", "tmpfs", "-o", "size=1m", "none", folder.backend)).toBe(true);
        mounted.push(folder.backend);
      }
      const stack = stackIn(folder);
      const declare = (...names: string[]) =>
        folder.write(
          names
            .map(
              (name) =>
                `new (require("pulumi-compute-platform").NetworkVolume)("${name}", { dataCenter: "EU-XX-1", size: 10 });\n`,
            )
            .join(""),
        );
      const upInVain = async (): Promise<Ended> => {
        emulator.faults.add({ method: "POST", path: "/v2/network-volumes", phase: "slow", delayMs: 2_000 });
        const running = stack.up();
        await until(() => made().length === 2);
        row.begin(folder.backend, engine);
        await emulator.clock.advance(2_000);
        const ended = await running;
        emulator.faults.clear();
        row.end(folder.backend);
        return ended;
      };

      declare();
      await stack.init();
      expect(await stack.up()).toMatchObject({ isSuccess: true });
      declare("first", "second");
      const failed = await upInVain();
      expect(failed.isSuccess).toBe(false);
      const ids = made();
      expect(ids.length).toBeGreaterThan(0);
      if (engine === "the local engine") expect(ids.some((id) => failed.said.includes(`, id ${id}\n`))).toBe(true);
      // What could not be written could not be unlocked either.
      await stack.cancel();
      // What an engine was handed and could not store is named, and neither taken nor made again.
      const state = readFileSync(join(states(folder.backend), `${stackName}.json`), "utf8");
      const lost = ids.filter((id) => !state.includes(id));
      const next = await stack.up();
      expect(next.isSuccess).toBe(lost.length === 0);
      expect(lost.some((id) => next.said.includes(id))).toBe(lost.length > 0);
      if (lost.length > 0) expect(next.said).toMatch(/no state has it.*adopt: \{ id:/);
      // On a full disk the CLI's repeated tries free each other's room, and its last one may be written.
      if (engine === "the local engine" || !row.failure.includes("ENOSPC")) expect(lost).not.toEqual([]);
      expect(made()).toEqual(expect.arrayContaining(ids));
    },
    600_000,
  );
});

it("With the local engine, an up whose state was written, and not its history, succeeds and says so", async () => {
  const folder = projectOn(emulator);
  folder.write("");
  mkdirSync(join(folder.backend, ".pulumi"));
  writeFileSync(join(folder.backend, ".pulumi", "history"), "");
  const [[, stackIn]] = engines as [(typeof engines)[0]];
  const said = expect.stringMatching(/^The state was written, but not the history of this run or its backup: E/);
  expect(await stackIn(folder).up()).toEqual({ isSuccess: true, said });
  expect(existsSync(join(states(folder.backend), `${stackName}.json`))).toBe(true);
}, 60_000);
