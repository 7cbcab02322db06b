import { expect, it } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import { tmpdir } from "node:os";
import { placeToListen } from "../../../engine/protocol/address";
import { loadProto } from "../../../engine/protocol/proto";
import { type Monitor, serveMonitor } from "../../../engine/protocol/monitor-server";

const info = { project: "proj", stack: "dev", dryRun: false, parallel: 1 };
const monitor = (): Monitor => {
  throw new Error("nobody asks");
};
const served = () => serveMonitor(loadProto(process.cwd()), monitor, info);

it("the engine listens where only its own user can connect, and leaves nothing behind", async () => {
  const server = await served();
  const socket = server.address.replace(/^unix:/, "");
  expect(fs.statSync(socket).isSocket()).toBe(true);
  expect(fs.statSync(socket).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
  server.close();
  expect(fs.existsSync(path.dirname(socket))).toBe(false);
});

it("falls back to the loopback where the folder for temporary files is too deep for a socket, or not there", () => {
  const deep = fs.mkdtempSync(path.join(tmpdir(), `deep-${"x".repeat(80)}-`));
  try {
    for (const folder of [deep, path.join(deep, "nowhere")]) {
      const place = placeToListen(folder);
      expect(place.address).toBe("127.0.0.1:0");
      expect(place.opened(4_711)).toBe("127.0.0.1:4711");
    }
    expect(fs.readdirSync(deep)).toEqual([]);
  } finally {
    fs.rmdirSync(deep);
  }
});
