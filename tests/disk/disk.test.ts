import { notTried } from "../support/not-tried";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  forEverybody,
  forOwnerOnly,
  keepBeside,
  makeFolder,
  permissionsOf,
  readIfThere,
  removeLeftovers,
  writeWhole,
} from "../../disk";

let directory: string;
let path: string;
beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), "files-"));
  path = join(directory, "below", "state.json");
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const isRoot = process.getuid?.() === 0;

describe("a file that is written whole", () => {
  it("is named where the disk is full, and nothing is left beside it", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const write = jest.spyOn(jest.requireActual<typeof fs>("node:fs"), "writeFileSync").mockImplementation(() => {
      throw full;
    });
    try {
      expect(() => writeWhole(path, "one", forOwnerOnly)).toThrow(expect.objectContaining({ code: "ENOSPC", path }));
    } finally {
      write.mockRestore();
    }
    expect(fs.readdirSync(join(directory, "below"))).toEqual([]);
  });

  it("is there with its folder, and nothing beside it", () => {
    expect(readIfThere(path)).toBeUndefined();
    writeWhole(path, "one", forOwnerOnly);
    expect(readIfThere(path)).toBe("one");
    expect(fs.readdirSync(join(directory, "below"))).toEqual(["state.json"]);
  });

  it("is for its owner alone where asked, and keeps the permissions that it was given later", () => {
    writeWhole(path, "one", forOwnerOnly);
    expect(modeOf(path)).toBe(0o600);
    fs.chmodSync(path, 0o664);
    writeWhole(path, "two", forOwnerOnly);
    expect(modeOf(path)).toBe(0o664);
    const open = join(directory, "open");
    writeWhole(open, "x", forEverybody);
    expect(modeOf(open)).toBe(0o644 & ~process.umask());
  });

  it("replaces a link that somebody put in its place, and leaves alone what the link names", () => {
    const victim = join(directory, "victim");
    fs.writeFileSync(victim, "precious");
    fs.mkdirSync(join(directory, "below"));
    fs.symlinkSync(victim, path);
    writeWhole(path, "state", forOwnerOnly);
    expect(fs.readFileSync(victim, "utf8")).toBe("precious");
    expect(fs.lstatSync(path).isFile()).toBe(true);
    expect(modeOf(path)).toBe(0o600);
  });

  it("does not write through a link under any name that follows from the file's and ours", () => {
    const victim = join(directory, "victim");
    fs.writeFileSync(victim, "precious");
    fs.mkdirSync(join(directory, "below"));
    for (const name of [`.state.json.${process.pid}.tmp`, `state.json.${process.pid}.tmp`, ".state.json.tmp"])
      fs.symlinkSync(victim, join(directory, "below", name));
    writeWhole(path, "state", forOwnerOnly);
    expect(fs.readFileSync(victim, "utf8")).toBe("precious");
    expect(readIfThere(path)).toBe("state");
  });

  it("stays as it was, with nothing beside it, when the new one cannot take its place", () => {
    fs.mkdirSync(join(path, "is a folder"), { recursive: true });
    expect(() => writeWhole(path, "state", forOwnerOnly)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(fs.readdirSync(join(directory, "below"))).toEqual(["state.json"]);
  });

  it("loses what killed writers left beside it, and nothing else", () => {
    writeWhole(path, "state", forOwnerOnly);
    const beside = (name: string) => join(directory, "below", name);
    for (const name of [".state.json.0123abcd.tmp", ".other.json.0123abcd.tmp", "state.json.tmp"])
      fs.writeFileSync(beside(name), "half");
    removeLeftovers(path);
    expect(fs.readdirSync(join(directory, "below")).sort()).toEqual([
      ".other.json.0123abcd.tmp",
      "state.json",
      "state.json.tmp",
    ]);
  });
});

describe("a folder", () => {
  it("is made with those above it, and is left as it is where it is there", () => {
    makeFolder(join(directory, "a", "b"), 0o700);
    makeFolder(join(directory, "a", "b"));
    expect(modeOf(join(directory, "a", "b"))).toBe(0o700);
  });

  it.each(["/proc/none/below", "/dev/null/below"])("ends with an error where none can be made, as at %s", (folder) => {
    expect(() => makeFolder(folder)).toThrow(/ENOENT|ENOTDIR|EACCES|EROFS|EPERM/);
    expect(() => writeWhole(join(folder, "file"), "one", forOwnerOnly)).toThrow(/ENOENT|ENOTDIR|EACCES|EROFS|EPERM/);
  });
});

describe("a file that is kept beside its successor", () => {
  const second = () => `${path}.bak`;

  it("keeps its text and permissions when the next one is written, however often", () => {
    for (const text of ["one", "two", "three"]) {
      keepBeside(path, second());
      writeWhole(path, text, forOwnerOnly);
    }
    expect([readIfThere(path), readIfThere(second())]).toEqual(["three", "two"]);
    expect(modeOf(second())).toBe(0o600);
    expect(fs.readdirSync(join(directory, "below")).sort()).toEqual(["state.json", "state.json.bak"]);
  });

  it("leaves nothing else where it was kept already, which a crash between the two brings about", () => {
    writeWhole(path, "one", forOwnerOnly);
    keepBeside(path, second());
    keepBeside(path, second());
    expect(fs.readdirSync(join(directory, "below")).sort()).toEqual(["state.json", "state.json.bak"]);
  });

  it("is copied where it is a link, and nothing is done where there is none", () => {
    keepBeside(path, second());
    expect(readIfThere(second())).toBeUndefined();
    fs.mkdirSync(join(directory, "below"));
    fs.writeFileSync(join(directory, "elsewhere"), "text");
    fs.symlinkSync(join(directory, "elsewhere"), path);
    keepBeside(path, second());
    expect(fs.lstatSync(second()).isFile()).toBe(true);
    expect(readIfThere(second())).toBe("text");
  });
});

describe("permissions", () => {
  it("are told of files only", () => {
    expect(permissionsOf(path)).toBeUndefined();
    expect(permissionsOf(directory)).toBeUndefined();
  });

  if (!isRoot) notTried("permissions of a file of somebody else's", "it needs root");
  else
    it("are not taken over from a file of somebody else's", () => {
      writeWhole(path, "theirs", forOwnerOnly);
      fs.chmodSync(path, 0o666);
      fs.chownSync(path, 12_345, 12_345);
      expect(permissionsOf(path)).toBeUndefined();
      writeWhole(path, "ours", forOwnerOnly);
      expect(modeOf(path)).toBe(0o600);
    });
});
