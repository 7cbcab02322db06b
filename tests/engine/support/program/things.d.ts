import type { ProgramSpec } from "../scenario";

export function run(program: ProgramSpec): Record<string, unknown>;
