import { diagnose, type Finding } from "../doctor/diagnose";
import { lookAround } from "../doctor/look-around";
import { writeLine } from "../io";
import { openPlatform } from "../platform";
import type { Register } from "../register";
import { addStateFlags, loadStack, type StateFlags } from "../state/load-stack";

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
      const findings = diagnose(stack, await lookAround(client, stack, io.signal));
      writeLine(io.stdout, flags.json ? JSON.stringify({ findings }, undefined, 2) : show(findings));
    });
};

function show(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Nothing to do: state and platform agree on what exists.";
  return findings.map(({ what, nextStep }, index) => `${index + 1}. ${what}.\n   ${nextStep}`).join("\n");
}
