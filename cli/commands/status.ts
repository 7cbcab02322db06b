import { type Io, type Register, writeLine, writeParts, writeSentences } from "../io";
import { addStateFlags, type StateFlags } from "../state/load-stack";
import type { Status } from "../documents/status";
import { writeDocument } from "../documents/write";
import { Lookout } from "../status/lookout";
import { plainHead, plainRow, shownStatus, urgentFirst, whole } from "../status/show";
import { table } from "../table";

interface Flags extends StateFlags {
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly logs?: boolean;
}

export const registerStatus: Register = (program, io) => {
  addStateFlags(
    program
      .command("status")
      .description("show the status, utilisation and cost of the stack's pods, clusters and endpoints"),
  )
    .option(
      "-w, --watch",
      "look again every five seconds, until Ctrl-C; in a terminal this takes the whole screen, the arrow keys scroll, and q leaves",
    )
    .option(
      "--logs",
      "show the last line of each log; this takes one request and one connection per pod, for up to 20 pods",
    )
    .option("-j, --json", "print JSON; with --watch, one document per line")
    .action(async (flags: Flags) => {
      const { watchOnScreen } = await import("../status/screen.js");
      const hasScreen = flags.watch === true && io.isInteractive && io.stdout.isLive && !flags.json;
      const lookout = new Lookout(io, flags, hasScreen);
      try {
        if (!flags.watch) {
          const look = await lookout.look();
          await lookout.untilLogsAreRead();
          return write(io, flags, look());
        }
        if (hasScreen) return await watchOnScreen(io, await lookout.title(), lookout);
        let trouble: string | undefined;
        await lookout.watch(
          (look) => {
            trouble = undefined;
            write(io, flags, look());
          },
          (message) => {
            // A failure is told once, until another one occurs.
            if (message !== trouble) writeSentences(io.stderr, [`warning: ${message}`]);
            trouble = message;
          },
        );
      } finally {
        lookout.close();
      }
    });
};

function write(io: Io, flags: Flags, status: Status): void {
  const { stdout } = io;
  if (flags.json) return writeDocument(stdout, "status", status, flags.watch);
  for (const note of status.notes) writeSentences(io.stderr, [`warning: ${note}`]);
  const shown = shownStatus(status, (text) => stdout.inLine(text));
  if (!stdout.isTTY) return writeLine(stdout, table(plainHead, urgentFirst(shown.resources).map(plainRow)));
  for (const line of whole(shown, stdout.columns)) writeParts(stdout, line);
}
