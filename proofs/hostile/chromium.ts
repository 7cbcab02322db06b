import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** A Chromium of this machine: the one that `CHROMIUM` names, or the first on the PATH. */
function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [env.CHROMIUM ?? "", ...onPath].find((file) => file !== "" && existsSync(file));
}

/** Starts the browser of this machine, or says in words why nothing is tried with it. */
export async function startBrowser(rules: string, executable = findChromium()): Promise<Chromium | string> {
  if (executable === undefined)
    return "NOT TRIED: there is no Chromium on this machine; install one, or set CHROMIUM to its path";
  const browser = Chromium.start(executable, rules);
  try {
    await browser.version();
    return browser;
  } catch {
    await browser.close();
    return `NOT TRIED: ${executable} ended before it answered; set CHROMIUM to the path of another one`;
  }
}

/** The window that a tab believes to be in. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: "light" | "dark";
}

export interface Tab {
  /** Runs a script in the page as if its user had clicked; resolves with its JSON value. */
  run(script: string): Promise<unknown>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

type Result = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const ended = "the browser ended";

/** A headless browser, told what to do over its debugging pipe. */
export class Chromium {
  /** Answers by the number of their command, and loads of pages by their session. */
  private readonly waiting = new Map<number | string, Waiting>();
  private hasEnded = false;
  private text = "";
  private sent = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    const input = child.stdio[4] as Readable;
    input.setEncoding("utf8").on("data", (chunk: string) => this.read(chunk));
    const gone = () => {
      this.hasEnded = true;
      for (const { reject } of this.waiting.values()) reject(new Error(ended));
      this.waiting.clear();
    };
    child.once("exit", gone).once("error", gone);
    (child.stdio[3] as Writable).on("error", gone);
  }

  /** @param rules Where names lead, as `--host-resolver-rules` has it. */
  static start(executable: string, rules: string): Chromium {
    const folder = mkdtempSync(join(tmpdir(), "chromium-"));
    const flags = [
      ...["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-popup-blocking"],
      ...["--remote-debugging-pipe", `--user-data-dir=${folder}`, `--host-resolver-rules=${rules}`],
    ];
    const child = spawn(executable, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    return new Chromium(child, folder);
  }

  async version(): Promise<string> {
    return String((await this.send("Browser.getVersion")).product);
  }

  /** Opens a page in a tab of its own, runs a script in it as if its user had clicked, and closes the tab. */
  async visit(url: string, script?: string): Promise<unknown> {
    const tab = await this.open(url);
    const value = await tab.run(script ?? "undefined");
    await tab.close();
    return value;
  }

  /** Opens a page in a tab of its own, which looks like this. */
  async open(url: string, look?: Look): Promise<Tab> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = (await this.send("Target.attachToTarget", { targetId, flatten: true })) as {
      sessionId: string;
    };
    const send = (method: string, params: object = {}) => this.send(method, params, sessionId);
    await send("Page.enable");
    if (look) {
      const { width, height, scheme } = look;
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await send("Emulation.setEmulatedMedia", { features });
    }
    const loaded = this.answer(sessionId);
    await Promise.all([send("Page.navigate", { url }), loaded]);
    return {
      run: async (script) => {
        const asked = { expression: script, awaitPromise: true, returnByValue: true, userGesture: true };
        const { result } = (await send("Runtime.evaluate", asked)) as { result: { value?: unknown } };
        return result.value;
      },
      picture: async () =>
        Buffer.from(String((await send("Page.captureScreenshot", { format: "png" })).data), "base64"),
      close: async () => void (await this.send("Target.closeTarget", { targetId })),
    };
  }

  async close(): Promise<void> {
    if (!this.hasEnded) {
      const exited = once(this.child, "exit");
      void this.send("Browser.close").catch(() => undefined);
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private send(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    const id = ++this.sent;
    const output = this.child.stdio[3] as Writable;
    output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return this.answer(id);
  }

  private answer(of: number | string): Promise<Result> {
    if (this.hasEnded) return Promise.reject(new Error(ended));
    return new Promise((resolve, reject) => this.waiting.set(of, { resolve, reject }));
  }

  private read(chunk: string): void {
    const messages = (this.text + chunk).split("\0");
    this.text = messages.pop() ?? "";
    for (const text of messages) {
      const message = JSON.parse(text) as Message;
      const isLoad = message.method === "Page.loadEventFired";
      const of = (isLoad ? message.sessionId : message.id) ?? 0;
      const asked = this.waiting.get(of);
      this.waiting.delete(of);
      if (message.error) asked?.reject(new Error(message.error.message));
      else asked?.resolve(message.result ?? {});
    }
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly result?: Result;
  readonly error?: { readonly message: string };
}
