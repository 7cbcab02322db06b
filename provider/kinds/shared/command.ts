import { type Command, decodeArgs } from "../../../api/command";
import { type Props, sameValue, strings } from "../../table/props";

/** The members of the command that a program set: `args` sets both, `cmd` and `entrypoint` one each (M-7). */
export function declaredCommand(props: Props): Partial<Command> {
  if (typeof props.args === "string") return decodeArgs(props.args);
  return {
    ...(props.entrypoint === undefined ? {} : { entrypoint: strings(props.entrypoint) }),
    ...(props.cmd === undefined ? {} : { cmd: strings(props.cmd) }),
  };
}

interface Stored {
  readonly args: string;
  readonly cmd?: string[] | undefined;
  readonly entrypoint?: string[] | undefined;
}

/** The platform's command, with `args` in the program's spelling if that is equivalent. */
export function observeCommand(stored: Stored, asked: Props): Props {
  const decoded = decodeArgs(stored.args);
  const { cmd = decoded.cmd, entrypoint = decoded.entrypoint } = stored;
  const isSame = typeof asked.args === "string" && sameValue(decodeArgs(asked.args), { entrypoint, cmd });
  return { args: isSame ? asked.args : stored.args, cmd, entrypoint };
}

/** The command in an update: `args` alone replaces the whole command; an unchanged array is omitted, one no longer set is cleared (M-7). */
export function commandPatch(olds: Props, news: Props): Props {
  if (news.args !== undefined) return { args: news.args };
  const before = declaredCommand(olds);
  const next = declaredCommand(news);
  if (next.cmd === undefined && next.entrypoint === undefined) return { args: "" };
  const member = (name: "cmd" | "entrypoint") => next[name] ?? (before[name] === undefined ? undefined : []);
  const entries = (["entrypoint", "cmd"] as const).map((name) => [name, member(name)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && !sameValue(before[name], value)));
}
