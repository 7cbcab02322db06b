import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** A Chromium of this machine: the one that `CHROMIUM` names, or the first on the PATH. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [env.CHROMIUM ?? "", ...onPath].find((file) => file !== "" && existsSync(file));
}

/** The page's document after its scripts ran for a while, as text. */
export function dumpDom(chromium: string, url: string): Promise<string> {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"];
  const child = spawn(chromium, [...flags, url], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => (text += String(chunk)));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}
