import { connect } from "node:net";

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
