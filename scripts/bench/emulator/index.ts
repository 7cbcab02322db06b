import { serveInProcess } from "./boot";
import { measureFloor } from "./floor";
import { measureDay, measureMemory } from "./life";
import { measureRequests } from "./load";

/** The rows of the README's table on the emulator; prints each as it is found. */
export async function runEmulatorBench(print: (line: string) => void, seconds = 3): Promise<void> {
  const row = (what: string, value: number, unit: string) =>
    print(`| ${what} | ${value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit} |`);
  print("| Emulator | |");
  print("|---|---:|");
  const boots: number[] = [];
  for (let i = 0; i < 4; i++) {
    const served = await serveInProcess();
    boots.push(served.bootMs);
    await served.stop();
  }
  row("Boot to the first answer (median of 5)", await lastBoot(boots, row, seconds), "ms");
  const first = await measureDay();
  await measureDay();
  const warm = await measureDay();
  const day = `24 h of 1,000 pods in virtual time, ${first.requests.toLocaleString("en-US")} requests without sockets`;
  row(`${day}: the first such day of a process`, first.dayMs / 1000, "s");
  row(`${day}: the third, once V8 has compiled what it takes`, warm.dayMs / 1000, "s");
  row("Processor time of that third day", warm.cpuMs / 1000, "s");
  await measureFloor(first.requests);
  const floorMs = await measureFloor(first.requests);
  row("As many requests over sockets, to a server that does nothing", floorMs / 1000, "s");
  const { bytesPerPod, residentMb, createMs } = await measureMemory();
  row("Heap per pod at 100,000 pods", bytesPerPod, "bytes");
  row("Resident memory at 100,000 pods", residentMb, "MB");
  row("Creating 100,000 pods in process", createMs / 1000, "s");
}

/** The fifth boot serves the requests too. */
async function lastBoot(
  boots: readonly number[],
  row: (what: string, value: number, unit: string) => void,
  seconds: number,
): Promise<number> {
  const served = await serveInProcess();
  try {
    const { getsPerSecond, writesPerSecond, listOf1000Ms } = await measureRequests(served, seconds);
    row("GET of one pod, 16 connections", getsPerSecond, "requests/s");
    row("POST and DELETE of a pod, 16 connections", writesPerSecond, "requests/s");
    row("List of 1,000 pods", listOf1000Ms, "ms");
  } finally {
    await served.stop();
  }
  const all = [...boots, served.bootMs].sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? served.bootMs;
}

if (require.main === module) {
  runEmulatorBench((line) => void process.stdout.write(`${line}\n`)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  });
}
