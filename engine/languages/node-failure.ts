import { spawnSync } from "node:child_process";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readIfThere } from "../../disk";

const announced = /^Running program '[^\n]*' failed with an unhandled exception:\n/;
const compiler = /^TSError: \S+ Unable to compile TypeScript:\n/;
/** Node's preface to the error about a file that it can't parse. */
const unreadable = /^(\S[^\n]*):(\d+)\n(.*?\n *\^+)\n+(\w+: .*)$/s;
const frame = /^(\s+)at (?:async )?(?:(.*?) \((.+?)(:\d+:\d+)\)|(\S+?)(:\d+:\d+))(?: \{)?$/;
const foreign = /^\s+(at .*(node:|<anonymous>)|\.\.\. \d+ lines matching )/;

/** The runner's message with the place in the program first, or `entry`, and without lines of the SDK and Node. */
export function readableFailure(message: string, programDir: string, entry: string): string {
  const said = message.replace(announced, "");
  if (said === message) return ownLines(message, programDir).text;
  if (compiler.test(said)) return said.replace(compiler, "");
  const { text: whole, first, isOnly } = ownLines(said, programDir);
  // The first requirer is the place; the others are files of the SDK.
  const text = whole.replace(/\nRequire stack:\n[^]*/, "");
  const isPlaceless = first === undefined && said.startsWith("SyntaxError: ");
  const [, file, line, code, error] = unreadable.exec((isPlaceless && unreadableModule(entry)) || text) ?? [];
  if (file !== undefined) return `${shown(file, programDir)}:${line}: ${error}\n${code}`;
  const place = first ?? shown(entry, programDir);
  return `${place}: ${isOnly ? text.replace(/\n +at [^\n]+?(?=( \{)?(\n|$))/, "") : text}`;
}

/** Node's message about the program's first unreadable module: its ES module loader reports one without the place. */
function unreadableModule(entry: string): string | undefined {
  const files = [entry];
  for (const file of files) {
    const { stderr, status } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
    if (status !== 0) return ownLines(stderr.replace(/\n\nNode\.js v.*$/s, ""), dirname(file)).text;
    for (const [, name = ""] of (readIfThere(file) ?? "").matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
      const next = resolve(dirname(file), name);
      if (!files.includes(next)) files.push(next);
    }
  }
  return undefined;
}

/** The text without lines that are not the program's, and its first place in the program. */
function ownLines(text: string, programDir: string) {
  const kept: string[] = [];
  const places: string[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const found = frame.exec(line);
    if (found === null && !foreign.test(line)) {
      kept.push(line);
      continue;
    }
    const [, indent = "", caller = "", inside, at, alone, after] = found ?? [];
    const opens = line.endsWith(" {") ? " {" : "";
    const [file = "", position = ""] = [inside ?? alone, at ?? after];
    if (isOwn(file)) {
      const place = `${shown(file, programDir)}${position}`;
      places.push(place);
      kept.push(`${indent}at ${/^(Object\.<anonymous>)?$/.test(caller) ? place : `${caller} (${place})`}${opens}`);
    } else if (opens !== "" && kept.length > 0) kept.push(`${kept.pop()}${opens}`);
  }
  return { text: kept.join("\n"), first: places[0], isOnly: places.length === 1 };
}

const isOwn = (file: string): boolean =>
  /^(file:\/\/|[A-Za-z]:[\\/]|\/)/.test(file) && !/[\\/](node_modules|@pulumi)[\\/]/.test(file);

function shown(file: string, programDir: string): string {
  const path = file.startsWith("file://") ? fileURLToPath(file) : file;
  const inside = relative(programDir, path);
  return inside === ".." || inside.startsWith(`..${sep}`) ? path : inside;
}
