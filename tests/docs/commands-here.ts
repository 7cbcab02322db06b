import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { runProgram } from "../../cli/program";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import { FakeIo } from "../cli/fake-io";
import { programsHere } from "../support/program-here";

/**
 * Runs `compute` in this process for a shell, with programs and providers: of a command that is pasted, starting its three
 * processes takes most of the time.
 */
export interface CommandsHere {
  /** Of a shell: what runs `compute` here. An emulator goes on, so it gets a process of its own. */
  readonly shell: string;
  readonly close: () => Promise<void>;
}

const shellOf = (port: number) => `npx() {
  if [ "$2" = emulator ]; then "node_modules/.bin/$1" "\${@:2}"; return; fi
  local asked
  asked=$(TMPDIR="$HOME" mktemp -d)
  printf '%s\\0' "$@" > "$asked/args"
  env -0 > "$asked/env"
  cat > "$asked/in"
  curl --silent --show-error --fail --data-binary "$asked
$PWD" http://127.0.0.1:${port}/ || return 1
  cat "$asked/out"
  cat "$asked/err" >&2
  return "$(cat "$asked/status")"
}
`;

const readList = (file: string) => readFileSync(file, "utf8").split("\0").slice(0, -1);

async function answer(asked: string, cwd: string): Promise<void> {
  const env = Object.fromEntries(
    readList(join(asked, "env")).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const providers = new ServedProviders("dynamic", {
    clock: fastClock(100),
    env,
  });
  const [command, ...args] = readList(join(asked, "args"));
  const io = Object.assign(new FakeIo(), {
    cwd,
    env,
    piped: readFileSync(join(asked, "in"), "utf8"),
    ambient: { ...programsHere, start: providers.start },
  });
  const status = await runProgram(io, ["node", command!, ...args]);
  for (const [file, said] of Object.entries({ ...io.written, status: String(status) }))
    writeFileSync(join(asked, file), said);
}

export async function commandsHere(): Promise<CommandsHere> {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answer(...(body.split("\n") as [string, string])))
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    shell: shellOf((server.address() as AddressInfo).port),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
