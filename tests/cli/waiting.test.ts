import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { startEmulator } from "../../emulator";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";
import { entryOf, exportOf } from "./commands/states";

it.each([
  ["keep --every 1s", "shop/dev: "],
  ["status --watch", "Pod web "],
])(
  "compute %s looks again and again until Ctrl-C, though nothing but the time keeps its process alive",
  async (command, word) => {
    const emulator = await startEmulator({ rateLimit: false });
    const cwd = temporaryFolder("waiting");
    const file = join(cwd, "state.json");
    writeFileSync(
      file,
      exportOf([entryOf({ kind: "Pod", name: "web", id: "p1", outputs: { id: "p1", name: "web" } })]),
    );
    const env = { ...process.env, COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey, HOME: cwd };
    const main = join(__dirname, "../../dist/cli/main.js");
    const child = spawn(process.execPath, [main, ...command.split(" "), "--file", file], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    await until(() => child.exitCode !== null || said.split(word).length > 2);
    expect({ said, code: child.exitCode }).toMatchObject({ code: null });
    child.kill("SIGINT");
    await ended;
    await emulator.close();
  },
  90_000,
);
