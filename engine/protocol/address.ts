import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { orElse } from "../../values/or-else";

/** A place to listen in gRPC's form, and its clean-up. */
export interface Place {
  readonly address: string;
  /** Must be called once a server listens there. @returns its address for clients. */
  opened(port: number): string;
  remove(): void;
}

/** The longest socket path: some kernels accept 104 bytes, including the final zero. */
const longestPath = 100;

const made = new Set<string>();
process.once("exit", () => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** A socket in a private folder; where that is impossible, as on Windows, a loopback port, which all users can reach. */
export function placeToListen(folder = tmpdir()): Place {
  return (process.platform === "win32" ? undefined : privateSocket(folder)) ?? loopbackPort;
}

function privateSocket(folder: string): Place | undefined {
  const directory = orElse(undefined, () => mkdtempSync(join(folder, "pulumi-engine-")));
  if (directory === undefined) return undefined;
  const remove = () => {
    made.delete(directory);
    rmSync(directory, { recursive: true, force: true });
  };
  const path = join(directory, "engine.sock");
  if (Buffer.byteLength(path) > longestPath) {
    remove();
    return undefined;
  }
  made.add(directory);
  const address = `unix:${path}`;
  const opened = () => {
    chmodSync(path, 0o600);
    return address;
  };
  return { address, opened, remove };
}

const loopbackPort: Place = {
  address: "127.0.0.1:0",
  opened: (port) => `127.0.0.1:${port}`,
  remove: () => undefined,
};
