import { connect } from "node:net";
import type { Clock } from "../../client";

const address = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/;
const socketAddress = /^unix:(\/.*)$/;

/** The address of the engine that started this process; undefined outside a provider host. */
export function engineAddress(): string | undefined {
  const given = process.argv[2] ?? "";
  return address.test(given) || socketAddress.test(given) ? given : undefined;
}

/** Tells whether the engine that started this process still runs: a later run may have made changes since it was killed. */
export const isEngineThere = (): Promise<boolean> => answers(engineAddress());

/** Tells whether something listens at this address. Without one, this process is no provider host and is its own engine. */
export function answers(engine: string | undefined): Promise<boolean> {
  const [, path] = socketAddress.exec(engine ?? "") ?? [];
  const [, host, port] = address.exec(engine ?? "") ?? [];
  if (host === undefined && path === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = connect(
      path !== undefined ? { path } : { host: host === "[::1]" ? "::1" : host!, port: Number(port) },
    );
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    // A refused connection or a missing socket means that nothing listens; any other error is inconclusive.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
}

/** The interval at which a provider host checks for its engine. */
const everyMs = 15_000;
/** The number of failed checks before the engine counts as gone: a single one may be an accident. */
const vainLooks = 2;

export class Calls {
  running = 0;

  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    try {
      return await call();
    } finally {
      this.running -= 1;
    }
  }
}

/** Resolves once nothing listens at the engine's address and no call runs. Nobody notifies a host whose engine was killed. */
export async function engineGone(clock: Clock, calls: Calls, isEngineThere: () => Promise<boolean>): Promise<void> {
  for (let inVain = 0; inVain < vainLooks || calls.running > 0; ) {
    await clock.sleep(everyMs);
    inVain = (await isEngineThere()) ? 0 : inVain + 1;
  }
}
