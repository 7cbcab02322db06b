import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { entriesInFolder, entriesOf, inWords } from "../../../provider/ownership/states";
import { resourceKeyOf, shortDigest } from "../../../provider/state/identity";
import { entriesOf as holding } from "../../../provider/state/holders";
import { temporaryFolder } from "../../support/temporary-folder";

const urnOf = (name: string, type = "compute:index:Pod") => `urn:pulumi:dev::shop::${type}::${name}`;
const resource = (id: string, over: object = {}) => ({
  urn: urnOf(id),
  type: "compute:index:Pod",
  id,
  outputs: {},
  ...over,
});
const latestOf = (...ids: string[]) => ({
  resources: ids.map((id) => resource(id)),
  pending_operations: [{ resource: resource("cut") }],
});
const stateOf = (...ids: string[]) => JSON.stringify({ checkpoint: { latest: latestOf(...ids) } }, null, 4);

it("entries are read from the states of every project, packed or not, and not from copies of states nor from what was cut off", () => {
  const folder = temporaryFolder("states");
  mkdirSync(join(folder, "shop"));
  writeFileSync(join(folder, "shop", "dev.json"), stateOf("one", "two"));
  writeFileSync(join(folder, "shop", "dev.json.bak"), stateOf("before"));
  writeFileSync(join(folder, "legacy.json.gz"), zlib.gzipSync(stateOf("three")));
  writeFileSync(join(folder, "shop", "broken.json.gz"), "");
  const ids = entriesInFolder(folder).map(({ id }) => id);
  expect(ids.sort()).toEqual(["one", "three", "two"]);
  expect(entriesInFolder(join(folder, "nowhere"))).toEqual([]);
});

/** A frame of zstd with the text as it is, in one block. */
function zstd(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(bytes.length - 256);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60]), size, block, bytes]);
}

it("a state that the CLI has compressed by zstd is read, or where Node can't, refused rather than taken for empty", () => {
  const folder = temporaryFolder("states");
  writeFileSync(join(folder, "dev.json.zst"), zstd(stateOf("one", "two")));
  if ("zstdDecompressSync" in zlib) expect(entriesInFolder(folder).map(({ id }) => id)).toEqual(["one", "two"]);
  else expect(() => entriesInFolder(folder)).toThrow(/dev\.json\.zst is compressed by zstd, which Node \S+ can't read/);
});

it("an entry has the key of its URN, the same in both forms, and beside it the one that its outputs keep after a rename", () => {
  const dynamic = urnOf("web", "pulumi-nodejs:dynamic/compute:Pod");
  const [plain, kept] = entriesOf({
    resources: [resource("p1", { urn: urnOf("web") }), resource("p2", { outputs: { __key: "before-it-was-renamed" } })],
  });
  expect(plain).toMatchObject({ kind: "Pod", id: "p1", key: resourceKeyOf(dynamic), storedKey: undefined });
  expect(kept).toMatchObject({ key: resourceKeyOf(urnOf("p2")), storedKey: "before-it-was-renamed" });
  expect(inWords(plain!)).toBe("the resource web of the stack dev (project shop)");
});

it("a dynamic resource below one of the plugin has the key that its class makes of its URN", () => {
  const urn = urnOf("web", "compute:index:Fleet$pulumi-nodejs:dynamic/compute:Pod");
  expect(resourceKeyOf(urn)).toBe(shortDigest(urn));
});

it("nobody has what is only read, what is deleted ahead of its replacement, or what is of another provider", () => {
  const resources = [
    resource("read", { external: true }),
    resource("gone", { pendingReplacement: true }),
    resource("other", { type: "random:index:Id" }),
    resource(""),
  ];
  const entries = entriesOf({ resources });
  expect(entries.map(({ id }) => id)).toEqual(["gone"]);
  expect(holding(entries, { kind: "Pod", id: "gone", here: undefined, isInAnyAccount: false })).toEqual([]);
});
