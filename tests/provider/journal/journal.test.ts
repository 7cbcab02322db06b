import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "../../../provider/journal/attempt";
import { digestsOf } from "../../../provider/create/earlier";
import { Journal, type Whose } from "../../../provider/journal/journal";
import { isAlive, thisProcess } from "../../../provider/journal/process-identity";
import { journalPlace, lookIntoJournal, openJournal, openPlace } from "../../../provider/journal/open-journal";
import { Seal } from "../../../provider/journal/seal";
import { canonicalJson } from "../../../values/json";
import { fileStorage, memoryStorage } from "../../../provider/journal/storage";
import { endsWithoutPool } from "../../support/stuck-pool";

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "journal-"));
  directory = join(root, "scope");
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("forgets an attempt that it has no room to note: nothing is sent, so nothing may exist", async () => {
  const storage = memoryStorage();
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const append = async (name: string) => {
    await storage.append(name, "");
    throw full;
  };
  const journal = new Journal({ ...storage, append }, secrets);
  await expect(journal.begin(attempt())).rejects.toThrow(
    'The Pod "trainer-3f2a91c" was not created, and nothing was sent, since the journal could not note it: ENOSPC',
  );
  expect(await storage.names()).toEqual([]);
  expect(await journal.reread(attempt())).toBeUndefined();
  expect(await journal.unconfirmed()).toEqual([]);
});

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  id: "1",
  kind: "Pod",
  key: "dev/app/trainer",
  name: "trainer-3f2a91c",
  isMarked: true,
  startedAt: 1_000,
  owner: { pid: 1, startedAt: "x" },
  ...over,
});

const secrets = { apiKey: "api-key" };
const opened = (over: Whose = secrets) => new Journal(fileStorage(directory), over);
/** As a journal shows what its key vouches for. */
const believed = (over: Partial<Attempt> = {}) => ({ ...attempt(over), isVouched: true, isElsewhere: false });

describe("The journal of creates", () => {
  it("shows a later process what was begun, sent again and made", async () => {
    const journal = opened();
    await journal.begin(attempt());
    expect(await opened().unconfirmed()).toEqual([believed()]);
    await journal.again(attempt(), 2_000);
    await journal.made(attempt(), "p1");
    expect(await opened().unconfirmed()).toEqual([believed({ startedAt: 2_000, made: "p1" })]);
  });

  it("is written while every thread of the pool sleeps", async () => {
    const journal = opened();
    const life = async () => {
      await journal.begin(attempt());
      await journal.made(attempt(), "p1");
      await journal.confirm("Pod", "p1");
      await journal.noteStored("Pod", "p1");
    };
    expect(await endsWithoutPool(life)).toBe(true);
    expect(await readdir(root)).toEqual([]);
  });

  it("forgets what made nothing, and its folder with the last entry", async () => {
    const journal = opened();
    await journal.begin(attempt());
    await journal.drop(attempt());
    expect(await readdir(root)).toEqual([]);
    expect(await opened().unconfirmed()).toEqual([]);
  });

  it("keeps what was handed until a later run names it, also where its name tells whose it is: a list may lag", async () => {
    const making = opened();
    const named = attempt({ wanted: "trainer" });
    await making.begin(named);
    await making.made(named, "p/1");
    making.handedOver("Pod", "p/1");
    await making.confirm("Pod", "p/1");
    const later = opened();
    expect(await later.unconfirmed()).toEqual([believed({ wanted: "trainer", made: "p/1", isHanded: true })]);
    await later.confirm("Pod", "p/1");
    expect(await opened().unconfirmed()).toEqual([]);
    const marked = attempt({ id: "2", wanted: "trainer-3f2a91c" });
    await later.begin(marked);
    await later.made(marked, "p/2");
    later.handedOver("Pod", "p/2");
    const last = opened();
    expect(await last.unconfirmed()).toMatchObject([{ made: "p/2", isHanded: true }]);
    await last.confirm("Pod", "p/2");
    expect(await opened().unconfirmed()).toEqual([]);
  });

  it("reads an entry that a crash cut at any byte", async () => {
    const journal = opened();
    await journal.begin(attempt());
    const whole = await readFile(join(directory, "attempt-1"), "utf8");
    await journal.made(attempt(), "p1");
    const both = await readFile(join(directory, "attempt-1"), "utf8");
    for (let length = 0; length <= both.length; length++) {
      await writeFile(join(directory, "attempt-1"), both.slice(0, length));
      const [found] = await opened().unconfirmed();
      const expected = length >= both.length - 1 ? believed({ made: "p1" }) : believed();
      expect(found).toEqual(length >= whole.length - 1 ? expected : undefined);
    }
  });

  it("goes on in an entry that a crash cut", async () => {
    await opened().begin(attempt());
    await appendFile(join(directory, "attempt-1"), '\n{"made":"p');
    await opened().made(attempt(), "p2");
    expect(await opened().unconfirmed()).toEqual([believed({ made: "p2" })]);
  });

  it("follows an entry that an orphaned process goes on writing", async () => {
    const orphan = opened();
    await orphan.begin(attempt());
    const journal = opened();
    const [found] = await journal.unconfirmed();
    await orphan.made(attempt(), "p1");
    expect(await journal.reread(found!)).toMatchObject({ made: "p1" });
    await orphan.drop(attempt());
    expect(await journal.reread(found!)).toBeUndefined();
  });

  it("survives many processes that make and remove the same folder", async () => {
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const journal = opened();
      const mine = attempt({ id: String(index) });
      await journal.begin(mine);
      await journal.made(mine, `p${index}`);
      if (index % 2 === 0) await journal.drop(mine);
    });
    await Promise.all(runs);
    expect(await opened().unconfirmed()).toHaveLength(10);
  });

  it("is for this user's eyes only", async () => {
    await opened().begin(attempt());
    expect((await stat(directory)).mode & 0o077).toBe(0);
    expect((await stat(join(directory, "attempt-1"))).mode & 0o077).toBe(0);
  });

  it("in memory works the same", async () => {
    const storage = memoryStorage();
    const journal = new Journal(storage, secrets);
    await journal.begin(attempt());
    await journal.made(attempt(), "p1");
    expect(await new Journal(storage, secrets).unconfirmed()).toEqual([believed({ made: "p1" })]);
    await journal.noteStored("Pod", "p1");
    expect(storage.entries.size).toBe(0);
  });
});

describe("A journal that somebody else could have written", () => {
  const entry = () => join(directory, "attempt-1");
  const forged = { ...attempt(), made: "p-of-somebody-else" };
  const line = (text: object) => `\n${JSON.stringify(text)}\n`;
  const forge = async (text: string) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(entry(), text, { mode: 0o600 });
  };

  it("is not believed where an entry has no marks, or marks of another key", async () => {
    for (const mac of [undefined, new Seal("1", "guessed").markOf({ begin: forged })]) {
      await forge(line({ begin: forged, mac }));
      expect(await opened().unconfirmed()).toEqual([{ ...forged, isVouched: false, isElsewhere: false }]);
    }
  });

  it("has no line believed that was added, changed, or taken from another entry", async () => {
    await opened().begin(attempt());
    await opened().begin(attempt({ id: "2" }));
    await opened().made(attempt({ id: "2" }), "p-of-2");
    const genuine = await readFile(entry(), "utf8");
    const others = (await readFile(join(directory, "attempt-2"), "utf8"))
      .split("\n")
      .filter((each) => each.includes("made"));
    for (const added of [line({ made: "p-forged" }), `\n${others[0]}\n`]) {
      await writeFile(entry(), genuine + added);
      expect((await opened().unconfirmed())[0]).toEqual(believed());
    }
    await writeFile(entry(), genuine.replace("trainer-3f2a91c", "somebody-elses"));
    expect((await opened().unconfirmed()).filter(({ isVouched }) => isVouched).map(({ id }) => id)).toEqual(["2"]);
    await rename(join(directory, "attempt-2"), entry());
    expect(await opened().unconfirmed()).toEqual([]);
  });

  it("is refused where others can write to its folder, or it is a link", async () => {
    await opened().begin(attempt());
    await chmod(directory, 0o770);
    await expect(opened().unconfirmed()).rejects.toMatchObject({ code: "journal_not_private" });
    await expect(opened().begin(attempt({ id: "2" }))).rejects.toThrow(/other users can write to it.*chmod go-w/);
    await chmod(directory, 0o700);
    expect(() => openPlace({ root: entry(), isChosen: true })).toThrow(
      /it is a file, not a folder.*COMPUTE_JOURNAL_DIR/,
    );
    await rename(directory, join(root, "real"));
    await symlink(join(root, "real"), directory);
    await expect(opened().unconfirmed()).rejects.toThrow(/only a link/);
    expect(() => openPlace({ root: directory, isChosen: true })).toThrow(/only a link/);
  });

  it("has no file believed or written that others can write, or that is a link", async () => {
    await opened().begin(attempt());
    await chmod(entry(), 0o666);
    expect(await opened().unconfirmed()).toEqual([]);
    await expect(opened().made(attempt(), "p1")).rejects.toMatchObject({ code: "journal_not_private" });
    await chmod(entry(), 0o600);
    await rename(entry(), join(root, "elsewhere"));
    await symlink(join(root, "elsewhere"), entry());
    const before = await readFile(join(root, "elsewhere"), "utf8");
    expect(await opened().unconfirmed()).toEqual([]);
    await expect(opened().made(attempt(), "p1")).rejects.toThrow(/it is a link/);
    expect(await readFile(join(root, "elsewhere"), "utf8")).toBe(before);
  });

  const isRoot = process.getuid?.() === 0;
  it(`is refused where it belongs to another user${isRoot ? "" : " (these tests are not root: nothing to see)"}`, async () => {
    await opened().begin(attempt());
    if (!isRoot) return;
    await chown(entry(), 65_534, 65_534);
    expect(await opened().unconfirmed()).toEqual([]);
    await chown(directory, 65_534, 65_534);
    await expect(opened().unconfirmed()).rejects.toThrow(/belongs to another user/);
    expect(() => openPlace({ root: directory, isChosen: true })).toThrow(/belongs to another user/);
  });

  it("holds no digest that is known without the API key", async () => {
    const digests = (apiKey: string) => digestsOf(new Seal("1", apiKey), { password: "hunter2", env: { TOKEN: "x" } });
    await opened().begin(attempt({ ...digests(secrets.apiKey) }));
    const text = await readFile(entry(), "utf8");
    expect(text).not.toMatch(/hunter2|TOKEN/);
    expect(text).toContain(digests(secrets.apiKey).asked["password"]);
    for (const guess of ["", "another"]) expect(text).not.toContain(digests(guess).asked["password"]);
  });
});

describe("The journal's place", () => {
  it.each([
    { env: { COMPUTE_JOURNAL_DIR: "/j", XDG_STATE_HOME: "/x" }, place: "/j" },
    { env: { XDG_STATE_HOME: "/x", HOME: "/h" }, place: "/x/pulumi-compute-platform" },
    { env: { HOME: "/h" }, place: "/h/.local/state/pulumi-compute-platform" },
  ])("$place", ({ env, place }) => expect(journalPlace(env).root).toBe(place));

  it("moves away from a home that can't be written, but not from a folder that was chosen", async () => {
    const file = join(root, "file");
    await writeFile(file, "");
    expect(openPlace({ root: join(file, "x"), isChosen: false })).not.toContain(root);
    expect(openPlace({ root: join(root, "x"), isChosen: false })).toBe(join(root, "x"));
    expect(() => openPlace({ root: join(file, "x"), isChosen: true })).toThrow(
      `the journal of creates can't be written to ${join(file, "x")}: a part of this path is a file, not a folder. Nothing was done. Set ` +
        "COMPUTE_JOURNAL_DIR to a folder that the user who runs this can write to; it is made if it is not there.",
    );
  });

  it("is only looked into by those who do not create: no folder comes into being", async () => {
    const env = { HOME: root, XDG_STATE_HOME: join(root, "state") };
    const settings = { apiKey: "k", apiUrl: "https://platform.test" };
    const before = await readdir(root);
    expect(await lookIntoJournal(settings, env).unconfirmed()).toEqual([]);
    expect(await readdir(root)).toEqual(before);
    await openJournal(settings, env).begin(attempt());
    expect(await lookIntoJournal(settings, env).unconfirmed()).toMatchObject([{ isVouched: true, isElsewhere: false }]);
    const elsewhere = { ...settings, apiUrl: "https://another.test" };
    expect(await lookIntoJournal(elsewhere, env).unconfirmed()).toMatchObject([{ isElsewhere: true }]);
    const rotated = { ...settings, apiKey: "new" };
    expect(await lookIntoJournal(rotated, env).unconfirmed()).toMatchObject([{ isVouched: false }]);
  });
});

describe("A digest", () => {
  const seal = new Seal("attempt", "k");

  it("is the same for the same value in any order, and another for any other value, argument, attempt or key", () => {
    const body = { gpu: { id: "L40S", count: 2 }, env: { A: "1" }, mounts: undefined };
    const digest = seal.digest("gpu", body);
    expect(seal.digest("gpu", { env: { A: "1" }, gpu: { count: 2, id: "L40S" } })).toBe(digest);
    const others = [
      seal.digest("gpu", { ...body, env: { A: "2" } }),
      seal.digest("cpu", body),
      new Seal("another", "k").digest("gpu", body),
      new Seal("attempt", "l").digest("gpu", body),
    ];
    expect(new Set([digest, ...others]).size).toBe(5);
    expect(canonicalJson([{ b: null, a: [1, "x"] }])).toBe('[{"a":[1,"x"],"b":null}]');
  });
});

describe("The owner of an attempt", () => {
  it("is alive while it runs, and not when its number was given to another process", () => {
    expect(isAlive(thisProcess())).toBe(true);
    expect(isAlive({ ...thisProcess(), startedAt: "another-boot/1" })).toBe(false);
    expect(isAlive({ pid: 2 ** 22 + 1, startedAt: "" })).toBe(false);
  });
});
