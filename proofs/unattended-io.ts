import type { Io, Output } from "../cli/io";

/** The surroundings of a command that has no terminal, nobody to ask and no clock of its own. */
type Unattended = Pick<Io, "env" | "cwd" | "now" | "signal" | "clock"> & { readonly write?: (text: string) => void };

/** Everything that a command reads or writes, where nobody looks on. */
export function unattendedIo({ write = () => undefined, ...where }: Unattended): Io {
  const output: Output = {
    isTTY: false,
    columns: 80,
    rows: 24,
    isColored: false,
    isLive: false,
    write,
    writePainted: write,
    safe: (text) => text,
    inLine: (text) => text,
  };
  const never = () => Promise.reject(new Error("nobody is there to ask"));
  return {
    ...where,
    called: "compute",
    stdout: output,
    stderr: output,
    isInteractive: false,
    isTyped: false,
    everySecond: () => () => undefined,
    onInsist: () => () => undefined,
    ask: never,
    askHidden: never,
    input: never,
    run: never,
    openScreen: () => {
      throw new Error("nobody is there to see it");
    },
  };
}
