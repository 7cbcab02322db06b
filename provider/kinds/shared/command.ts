import { type Command, decodeArgs } from "../../../api/command";
import { type Props, strings } from "../../table/props";

/** The members of the command that a program set: `args` sets both, `cmd` and `entrypoint` one each (M-7). */
export function declaredCommand(props: Props): Partial<Command> {
  if (typeof props.args === "string") return decodeArgs(props.args);
  return {
    ...(props.entrypoint === undefined ? {} : { entrypoint: strings(props.entrypoint) }),
    ...(props.cmd === undefined ? {} : { cmd: strings(props.cmd) }),
  };
}
