import { referencesIn } from "../histories/program";
import type { Declared, Program } from "./life";

/**
 * Moves parts out of components until none waits for itself. Whoever depends on a component waits for all its parts; a part
 * that needs such a resource makes a circle, and Pulumi's SDK then waits for ever in silence.
 */
export function withoutCircles(program: Program): Program {
  return program.reduce<Program>((before, declared) => {
    const { parent: _, ...rest } = declared.options;
    const all = [...before, declared];
    return waitsForItself(declared.name, all) ? [...before, { ...declared, options: rest }] : all;
  }, []);
}

function waitsForItself(name: string, program: Program): boolean {
  const seen = new Set<string>();
  const reaches = (at: string): boolean =>
    awaitedBy(at, program).some((next) => next === name || (!seen.has(next) && (seen.add(next), reaches(next))));
  return reaches(name);
}

/** The names that a registration waits for. A program can only refer to names that it has declared before. */
function awaitedBy(name: string, program: Program): string[] {
  const at = program.findIndex((declared) => declared.name === name);
  const { args, options } = program[at]!;
  const { dependsOn = [], deletedWith, parent, provider } = options;
  const before = new Set(program.slice(0, at).map((declared) => declared.name));
  const named = [...referencesIn(args), args.of, deletedWith, parent, provider, ...dependsOn];
  const known = (names: readonly unknown[]) => names.filter((each) => before.has(each as string)) as string[];
  return [...known(named), ...known(dependsOn).flatMap((each) => partsOf(each, program))];
}

/** The names that are declared with this parent, and so after it. */
function partsOf(name: string, program: Program): string[] {
  const at = program.findIndex((declared) => declared.name === name);
  return program
    .slice(at + 1)
    .filter(({ options }: Declared) => options.parent === name)
    .flatMap((part) => [part.name, ...partsOf(part.name, program)]);
}
