import { parseArgs, type ParseArgsConfig } from "node:util";

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/** Arguments of one of our scripts, or its end: with how it is used and 0 when asked for, with what is wrong and 2. */
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
