import { runClientBench } from "./client";
import { runEmulatorBench } from "./emulator";
import { runEngineBench } from "./engine";
import { runProviderBench } from "./provider";

/** `npm run bench -- NAME` prints the rows of one table; each bench says in its own file what it measures. */
const benches: Readonly<Record<string, (print: (line: string) => void) => Promise<void>>> = {
  client: (print) => runClientBench(print),
  emulator: (print) => runEmulatorBench(print),
  engine: (print) => runEngineBench(print),
  provider: (print) => runProviderBench(print),
};

async function main(name: string | undefined): Promise<number> {
  const bench = name === undefined ? undefined : benches[name];
  if (!bench) {
    console.error(`npm run bench -- NAME, where NAME is one of: ${Object.keys(benches).join(", ")}`);
    return 2;
  }
  await bench((line) => console.log(line));
  return 0;
}

main(process.argv[2]).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
