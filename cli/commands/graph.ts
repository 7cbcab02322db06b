import { Option } from "commander";
import { type Io, type Register, writeLine, writeSentences } from "../io";
import { drawn, type LanguageName, languageNames } from "./graph-draw";
import { folded, graphOf } from "./graph-of-state";
import type { Row } from "../documents/status";
import { addStateFlags, readState, type StateFlags } from "../state/load-stack";
import { Lookout } from "../status/lookout";

interface Flags extends StateFlags {
  readonly format: LanguageName;
  readonly all?: boolean;
  /** `--no-status` */
  readonly status: boolean;
}

export const registerGraph: Register = (program, io) => {
  addStateFlags(
    program.command("graph").description("draw the stack's dependencies, with status and cost, as Mermaid or DOT"),
  )
    .addOption(new Option("--format <language>", "the language of the graph").choices(languageNames).default("mermaid"))
    .option("--all", "draw each resource, also where several are alike")
    .option("--no-status", "ask the platform nothing; draw the state alone")
    .action(async (flags: Flags) => {
      const { where, text } = await readState(io, flags);
      const nodes = graphOf(text, where);
      const standings = flags.status ? await standingsOf(io, flags) : new Map<string, Row>();
      const standingOf = (urn: string) => standings.get(urn);
      const shown = flags.all ? nodes : folded(nodes, standingOf);
      writeLine(io.stdout, io.stdout.safe(drawn(shown, standingOf, flags.format)));
    });
};

async function standingsOf(io: Io, flags: Flags) {
  const lookout = new Lookout(io, flags);
  try {
    const { resources, notes } = (await lookout.look())();
    for (const note of notes) writeSentences(io.stderr, [`warning: ${note}`]);
    // A replaced object that is still to be deleted has the URN of its heir.
    return new Map(resources.filter(({ phase }) => !phase.startsWith("REPLACED,")).map((row) => [row.urn, row]));
  } finally {
    lookout.close();
  }
}
