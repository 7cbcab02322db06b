import { connect } from "node:net";

const address = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/;
const socketAddress = /^unix:(\/.*)$/;

/** Where the engine listens that started this process; undefined where this is no provider host. */
export function engineAddress(): string | undefined {
  const given = process.argv[2] ?? "";
  return address.test(given) || socketAddress.test(given) ? given : undefined;
}

/** The engine that started this process is there. A host whose engine was killed repeats nothing: a later run may have changed things since. */
export const isEngineThere = (): Promise<boolean> => answers(engineAddress());

/**
 * Something listens at the engine's address, which the provider host has as its argument. Where there is no such
 * argument, this is no provider host, and whoever asked is this very process.
 */
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
    // Refused means that nobody listens, and so does a socket that is not there; anything else tells nothing.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
}
