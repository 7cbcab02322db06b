import { expect } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { FakeIo } from "../fake-io";
import { temporaryFolder } from "../../support/temporary-folder";

/** An emulated platform and the `compute` command pointed at it. */
export interface Bench {
  readonly emulator: Emulator;
  readonly client: ReturnType<typeof createClient>;
  readonly io: FakeIo;
  /** Runs a command; answers what it wrote to stdout since the last one. */
  run(...args: string[]): Promise<string>;
  /** Puts text into a file that `--file` can name. */
  file(text: string): string;
  /** Requests that the commands sent, oldest first; those of `client` before the last `forget` are not among them. */
  asked(): string[];
  forget(): void;
  close(): Promise<void>;
}

/** Runs a command that ends with 2, since it found something; answers what it wrote to stdout. */
export async function found(io: FakeIo, ...args: string[]): Promise<string> {
  io.written.out = "";
  await expect(createProgram(io).parseAsync(["node", "compute", ...args])).rejects.toMatchObject({ exitCode: 2 });
  return io.written.out;
}

/** @param speed of the platform's clock; left out, it stands until a test moves it. */
export async function openBench(speed = 0): Promise<Bench> {
  const emulator = await startEmulator({ speed });
  const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
  const io = new FakeIo();
  io.cwd = temporaryFolder("command");
  const { apiUrl, queueUrl, apiKey } = emulator;
  Object.assign(io.env, { COMPUTE_API_URL: apiUrl, COMPUTE_QUEUE_URL: queueUrl, COMPUTE_API_KEY: apiKey });
  io.env["COMPUTE_JOURNAL_DIR"] = join(io.cwd, "no-journal");
  let files = 0;
  return {
    emulator,
    client,
    io,
    run: async (...args) => {
      io.written.out = "";
      await createProgram(io).parseAsync(["node", "compute", ...args]);
      return io.written.out;
    },
    file: (text) => {
      files += 1;
      const name = join(io.cwd, `file-${files}.json`);
      writeFileSync(name, text);
      return name;
    },
    asked: () => emulator.requests.list().map(({ method, path }) => `${method} ${path}`),
    forget: () => emulator.requests.clear(),
    close: async () => {
      await client.close();
      await emulator.close();
    },
  };
}
