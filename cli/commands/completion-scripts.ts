export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Names specific to this project or package, which the command lists for the scripts. */
export const lists = ["stacks", "pods", "endpoints", "templates"] as const;
export type List = (typeof lists)[number];

const stackFlags = ["-s", "--stack"];
/** Commands that take the name of a pod or of a cluster. */
const named = ["ssh", "forward", "logs"];

interface Word {
  readonly name: string;
  readonly description: string;
}

/** The words that may follow `path`. */
export interface Entry {
  readonly path: readonly string[];
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
}

/** A script that completes commands, options, stacks, templates and resources; where a command takes a file, files complete as usual. */
export const completionScript = (shell: Shell, entries: readonly Entry[]): string =>
  shell === "fish"
    ? fish(entries)
    : shell === "zsh"
      ? `autoload -U +X bashcompinit && bashcompinit\n${bash(entries)}`
      : bash(entries);

function bash(entries: readonly Entry[]): string {
  const known = entries.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(" ")}"`);
  const cases = entries.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(({ name }) => name).join(" ");
    return `    "${path.join(" ")}") words="${words}" ;;`;
  });
  return `_compute() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" next="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case "$next" in
      ${known.join("|")}) at="$next" ;;
    esac
  done
  case "$at" in
${cases.join("\n")}
  esac
  if [[ "$cur" != -* ]]; then
    case "\${COMP_WORDS[COMP_CWORD - 1]}" in
      ${stackFlags.join("|")}) words="$("\${COMP_WORDS[0]}" completion --list stacks 2>/dev/null)" ;;
      --endpoint) words="$("\${COMP_WORDS[0]}" completion --list endpoints 2>/dev/null)" ;;
      *) case "$at" in
        new) words="$("\${COMP_WORDS[0]}" completion --list templates 2>/dev/null)" ;;
        ${named.join("|")}) words="$("\${COMP_WORDS[0]}" completion --list pods 2>/dev/null)" ;;
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _compute compute
`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, commands, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    const subs = commands.map(({ name }) => name).join(" ");
    const isHere =
      path.length === 0
        ? "__fish_use_subcommand"
        : subs
          ? `${seen}; and not __fish_seen_subcommand_from ${subs}`
          : seen;
    return [
      ...commands.map(
        ({ name, description }) => `complete -c compute -n '${isHere}' -f -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map(
        ({ name, description }) =>
          `complete -c compute${seen ? ` -n '${seen}'` : ""} -l ${name.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  const list = (what: List) => `'(compute completion --list ${what} 2>/dev/null)'`;
  const asked = [
    `complete -c compute -s s -l stack -x -a ${list("stacks")}`,
    `complete -c compute -n '__fish_seen_subcommand_from new' -f -a ${list("templates")}`,
    `complete -c compute -n '__fish_seen_subcommand_from ${named.join(" ")}' -f -a ${list("pods")}`,
    `complete -c compute -n '__fish_seen_subcommand_from logs' -l endpoint -x -a ${list("endpoints")}`,
  ];
  return `${[...lines, ...asked].join("\n")}\n`;
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
