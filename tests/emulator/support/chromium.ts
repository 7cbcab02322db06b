import { spawn } from "node:child_process";

export { findChromium } from "../../../proofs/hostile/chromium";

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
