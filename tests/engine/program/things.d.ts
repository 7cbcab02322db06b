import type { ProgramSpec } from "../support/scenario";

export function run(program: ProgramSpec): Record<string, unknown>;
