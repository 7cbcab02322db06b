import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where to listen, as gRPC names it, and how to clear up afterwards. */
export interface Place {
  readonly address: string;
  /** To be called once somebody listens there. @returns how others reach it. */
  opened(port: number): string;
  remove(): void;
}

/** What the kernel takes as a socket's name; some take 104 bytes, with the zero at its end. */
const longestPath = 100;

const made = new Set<string>();
process.once("exit", () => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/**
 * A socket that only this user can connect to, in a folder that only this user can enter. Where there can be none (on
 * Windows, or without a folder for temporary files), a port of the loopback, which all users of the machine can reach.
 */
export function placeToListen(folder = tmpdir()): Place {
  return (process.platform === "win32" ? undefined : privateSocket(folder)) ?? loopbackPort;
}

function privateSocket(folder: string): Place | undefined {
  let directory: string;
  try {
    directory = mkdtempSync(join(folder, "pulumi-engine-"));
  } catch {
    return undefined;
  }
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
