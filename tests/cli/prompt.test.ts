import { describe, expect, it } from "@jest/globals";
import { PassThrough } from "node:stream";
import { CommandFailure } from "../../cli/io";
import { prompt } from "../../cli/prompt";

/** A terminal on which keys are pressed, one piece at a time. */
async function type(keys: readonly string[], isHidden: boolean, signal = new AbortController().signal) {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  const answer = prompt(terminal, "value of token: ", { isHidden, signal });
  for (const key of keys) terminal.input.write(key);
  const end = await answer.then(
    (text) => ({ text }),
    (error: { message: string; exitCode: number }) => ({ error }),
  );
  terminal.output.setEncoding("utf8");
  let screen = "";
  // From Node 26 on, a read gives one piece.
  for (let piece: string | null; (piece = terminal.output.read() as string | null) !== null; ) screen += piece;
  return { ...end, screen };
}

describe("a question on the terminal", () => {
  it("that is hidden shows nothing of the answer, and ends its line", async () => {
    const { screen, ...answer } = await type(["hush", "-x", "\u007f", "CANARY\r"], true);
    expect(answer).toEqual({ text: "hush-CANARY" });
    expect(screen).toBe("value of token: \n");
  });

  it("that is not hidden shows it", async () => {
    const { screen, ...answer } = await type(["eu", "\r"], false);
    expect(answer).toEqual({ text: "eu" });
    expect(screen).toContain("value of token: ");
    expect(screen).toContain("eu");
  });

  it.each([true, false])("fails after Ctrl-C with the exit code of a stop, hidden: %s", async (isHidden) => {
    const end = await type(["hush", "\u0003"], isHidden);
    expect(end).toMatchObject({ error: { exitCode: 130, message: expect.stringContaining("Nothing was changed") } });
  });

  it.each(["\u0003", "\u0004"])(
    "that %j leaves without an answer ends its line, so that what is said next has its own",
    async (key) => {
      const { screen } = await type([key], false);
      expect(screen).toMatch(/\n$/);
    },
  );

  it("ends with the process's own signal, before or while it waits", async () => {
    const stopping = new AbortController();
    const waiting = type([], false, stopping.signal);
    stopping.abort(new CommandFailure("Stopped by SIGTERM.", 130));
    const stopped = { error: { exitCode: 130, message: "Stopped by SIGTERM." } };
    expect(await waiting).toMatchObject(stopped);
    expect(await type([], true, stopping.signal)).toMatchObject(stopped);
  });

  it("fails where the input ends without an answer", async () => {
    expect(await type(["\u0004"], true)).toMatchObject({ error: { exitCode: 1 } });
  });
});
