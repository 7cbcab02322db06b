import { describe, expect, it } from "@jest/globals";
import { EventEmitter } from "node:events";
import { openScreen, type Terminal } from "../../cli/full-screen";

/** A terminal that keeps what is written, in which mode it is, and what is to happen at the end of the process. */
function terminal() {
  const seen = { written: "", isRaw: false, isReading: false };
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => void (seen.isRaw = isRaw),
    resume: () => void (seen.isReading = true),
    pause: () => void (seen.isReading = false),
  });
  const output = Object.assign(new EventEmitter(), { write: (text: string) => void (seen.written += text) });
  const exits = new Set<() => void>();
  const onExit = (call: () => void) => {
    exits.add(call);
    return () => void exits.delete(call);
  };
  return { seen, input, output, exits, terminal: { input, output, onExit } as unknown as Terminal };
}

const isRestored = ({ seen }: ReturnType<typeof terminal>) =>
  !seen.isRaw && seen.written.endsWith("\u001b[?7h\u001b[?25h\u001b[?1049l");

describe("the full screen", () => {
  it("takes another page, hides the cursor, tells keys one by one, and gives all of it back", () => {
    const tty = terminal();
    const keys: string[] = [];
    const screen = openScreen(
      tty.terminal,
      (key) => keys.push(key),
      () => undefined,
    );
    expect(tty.seen).toMatchObject({ isRaw: true, isReading: true, written: "\u001b[?1049h\u001b[?25l\u001b[?7l" });
    tty.input.emit("data", Buffer.from("xq\u0003"));
    expect(keys).toEqual(["x", "q", "\u0003"]);
    tty.input.emit("data", Buffer.from("j\u001b[Ak\u001b[5~\u001bOB"));
    expect(keys.splice(0)).toEqual(["x", "q", "\u0003", "j", "up", "k", "pageup", "down"]);
    tty.input.emit("data", Buffer.from("\u001b[H\u001bOH\u001b[1~\u001b[7~\u001b[F\u001bOF\u001b[4~\u001b[8~ G"));
    expect(keys.splice(0)).toEqual([...Array<string>(4).fill("home"), ...Array<string>(4).fill("end"), " ", "G"]);
    for (const part of ["\u001b", "[", "6~", "\u001b", "q"]) tty.input.emit("data", Buffer.from(part));
    expect(keys).toEqual(["pagedown", "q"]);
    screen.draw(["a", "b"]);
    expect(tty.seen.written).toMatch(/\u001b\[H\u001b\[Ja\r\nb$/);
    const before = tty.seen.written.length;
    screen.draw(["a", "c"]);
    screen.draw(["a", "c"]);
    screen.draw(["a"]);
    expect(tty.seen.written.slice(before)).toBe("\u001b[2H\u001b[2Kc\u001b[2H\u001b[J");
    screen.close();
    expect(isRestored(tty)).toBe(true);
    expect(tty.seen.isReading).toBe(false);
    expect([tty.input.listenerCount("keypress"), tty.output.listenerCount("resize"), tty.exits.size]).toEqual([
      0, 0, 0,
    ]);
  });

  it("gives the terminal back when the process ends before it is closed", () => {
    const tty = terminal();
    openScreen(
      tty.terminal,
      () => undefined,
      () => undefined,
    );
    for (const call of tty.exits) call();
    expect(isRestored(tty)).toBe(true);
  });

  it("asks for another drawing when the terminal gets another size, and draws no more once it is closed", () => {
    const tty = terminal();
    let resized = 0;
    const screen = openScreen(
      tty.terminal,
      () => undefined,
      () => void (resized += 1),
    );
    tty.output.emit("resize");
    expect(resized).toBe(1);
    screen.close();
    screen.close();
    screen.draw(["late"]);
    expect(tty.seen.written).not.toContain("late");
    expect(isRestored(tty)).toBe(true);
  });
});
