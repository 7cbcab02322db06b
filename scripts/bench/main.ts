import { runClientBench } from "./client";
import { runEmulatorBench } from "./emulator";
import { runEngineBench } from "./engine";
import { runProviderBench } from "./provider";
import { runTerminalBench } from "./terminal";

/** `npm run bench -- NAME` prints the rows of one table; each bench says in its own file what it measures. */
const benches: Readonly<Record<string, (print: (line: string) => void, before?: string) => Promise<void>>> = {
  client: (print) => runClientBench(print),
  emulator: (print) => runEmulatorBench(print),
  engine: (print) => runEngineBench(print),
  terminal: (print) => runTerminalBench(print),
  provider: (print, before) => runProviderBench(print, undefined, undefined, before),
};

async function main([name, option, before]: readonly string[]): Promise<number> {
  const bench = name === undefined ? undefined : benches[name];
  if (!bench || (option !== undefined && (option !== "--before" || before === undefined))) {
    console.error(
      `npm run bench -- NAME [--before CHECKOUT], where NAME is one of: ${Object.keys(benches).join(", ")}`,
    );
    return 2;
  }
  await bench((line) => console.log(line), before);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
