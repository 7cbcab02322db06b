import { describe, expect, it } from "@jest/globals";
import { decodeArgs } from "../../api/command";

describe("args taken apart", () => {
  it.each([
    { args: "python main.py --port 8000", entrypoint: [], cmd: ["python", "main.py", "--port", "8000"] },
    { args: '{"cmd":["serve","--fast"]}', entrypoint: [], cmd: ["serve", "--fast"] },
    { args: '{"entrypoint":["/bin/sh","-c"],"cmd":["sleep 5"]}', entrypoint: ["/bin/sh", "-c"], cmd: ["sleep 5"] },
    { args: '{"entrypoint":["/bin/sh","-c"]}', entrypoint: ["/bin/sh", "-c"], cmd: [] },
    { args: "", entrypoint: [], cmd: [] },
  ])("M-2, M-3: $args", ({ args, ...command }) => {
    expect(decodeArgs(args)).toEqual(command);
  });

  it.each([
    ['{"cmd":["a"],"user":"root"}', ["{cmd:[a],user:root}"]],
    ['{"cmd":"a"}', ["{cmd:a}"]],
    ["{not json", ["{not", "json"]],
    ['["a"]', ["[a]"]],
    ["{}", ["{}"]],
  ])("M-9: %s is a shell string all the same", (args, cmd) => {
    expect(decodeArgs(args)).toEqual({ entrypoint: [], cmd });
  });

  it.each([
    ["a  b\tc\n", ["a", "b", "c"]],
    ["'a b' c", ["a b", "c"]],
    ['"a \\"b\\" $c" d', ['a "b" $c', "d"]],
    ["a\\ b", ["a b"]],
    ["''", [""]],
    ["pre'fix'ed", ["prefixed"]],
    ["$HOME *", ["$HOME", "*"]],
    ["'\\'", ["\\"]],
    ['"\\n"', ["\\n"]],
    ["a\\\nb c", ["ab", "c"]],
    ["open 'to the end", ["open", "to the end"]],
    ["a\\", ["a\\"]],
  ])("CH-12: %s splits like a shell without expansion", (text, words) => {
    expect(decodeArgs(text)).toEqual({ entrypoint: [], cmd: words });
  });
});
