import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "@jest/globals";
import { aMoment } from "../support/until";

const root = resolve(__dirname, "../..");

const watch = "stop-with-parent.mjs";
const isListening = (url: string) =>
  new Promise<boolean>((answer) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
    socket.once("connect", () => socket.destroy());
  });

it("`npm run emulator` ends when npm is told to: npm ends the shell that it runs the script in, and tells nobody else", async () => {
  const { scripts } = readPackage();
  expect(scripts.emulator).toBe("node scripts/emulator.mjs");
  expect(readFileSync(join(root, scripts.emulator?.split(" ")[1] ?? ""), "utf8")).toContain(watch);
  // As npm does it: a shell that stays around. The second command keeps it from becoming the first.
  const emulator = join(__dirname, "support", "emulator-process.cjs");
  const node = `"${process.execPath}" --import "${join(root, "scripts", watch)}" "${emulator}" --port 0 --api-key KEY`;
  const shell = spawn("sh", ["-c", `${node}; true`], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  const line = await new Promise<string>((read) => createInterface({ input: shell.stdout }).once("line", read));
  const { apiUrl, apiKey } = JSON.parse(line) as { apiUrl: string; apiKey: string };
  expect(apiKey).toBe("KEY");
  expect(await isListening(apiUrl)).toBe(true);
  shell.kill("SIGTERM");
  while (await isListening(apiUrl)) await aMoment();
});

function readPackage(): { scripts: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
}
