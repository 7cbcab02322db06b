import { diagnose, type Finding } from "../doctor/diagnose";
import { writeLine } from "../io";
import { readJournal } from "../doctor/journal";
import { openPlatform, platformSettings } from "../platform";
import type { Register } from "../register";
import { kinds } from "../state/deployment";
import { addStateFlags, loadStack, type StateFlags } from "../state/load-stack";
import { readWorld } from "../state/world";

interface Flags extends StateFlags {
  readonly json?: boolean;
}

export const registerDoctor: Register = (program, io) => {
  addStateFlags(
    program.command("doctor").description("find what was begun and not finished, what is gone, and what nobody knows"),
  )
    .option("-j, --json", "as JSON")
    .action(async (flags: Flags) => {
      const stack = await loadStack(io, flags);
      const client = await openPlatform(io, flags);
      const known = [...stack.resources, ...stack.pending.map(({ resource }) => resource)];
      const { apiUrl = "" } = await platformSettings(io, flags);
      const [world, journal] = await Promise.all([
        readWorld(client, kinds, known, io.signal),
        readJournal(io, stack, apiUrl),
      ]);
      const findings = diagnose(stack, world, journal);
      writeLine(io.stdout, flags.json ? JSON.stringify({ findings }, undefined, 2) : show(findings));
    });
};

function show(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Nothing to do: state and platform agree on what exists.";
  return findings.map(({ what, nextStep }, index) => `${index + 1}. ${what}.\n   ${nextStep}`).join("\n");
}
