import { parseArgs, type ParseArgsConfig } from "node:util";

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/** The arguments of a script. On `--help` it prints the usage and exits with 0; on a mistake it names it and exits with 2. */
export function scriptArguments<T extends ParseArgsConfig>(usage: string, config: T): Parsed<T> {
  if (process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
