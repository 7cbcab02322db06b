import type { Ended, EngineName } from "./engines";
import { atMost, type Part } from "./proof";
import { type Spec, Workbench, type WorkbenchOptions } from "./workbench";

/** Counts the requests of this number of pods through a real engine, provider host and sockets. */
export async function callsThrough(
  engine: EngineName,
  how: Pick<WorkbenchOptions, "mode" | "serves">,
  count: number,
): Promise<Part> {
  // What is shared is shared for seconds of real time.
  const bench = await Workbench.open({ engine, ...how, speed: 1 });
  try {
    bench.emulator.store.capacity.setFree({}, 10_000);
    // The refresh sees them run, so that nothing is left to look at.
    Object.assign(bench.emulator.store.settings, { provisioningMs: 0, startingMs: 0 });
    const program: readonly Spec[] = Array.from({ length: count }, (_, index) => ({
      kind: "Pod",
      name: `pod-${index}`,
      args: { image: "registry.example.com/acme/app:1", cpu: { id: "cpu3c", vcpuCount: 2 }, waitFor: "none" },
    }));
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    const run = async (what: string, limit: number, operation: () => Promise<Ended>) => {
      bench.arm();
      const { result, diagnostics } = await operation();
      const { exchanges } = bench.proxy;
      counts[`${engine}: requests of ${what}`] = exchanges;
      failures.push(...atMost(`${engine}: requests of ${what}`, exchanges, limit));
      if (result !== "succeeded")
        failures.push(`${engine}: ${what} ${result}: ${diagnostics.map(({ message }) => message).join(" ")}`);
    };
    await run(`an up that creates ${count} pods`, Infinity, () => bench.up(program));
    // A stalled machine may lose answers and look objects up or repeat requests, but there is one object for each pod.
    failures.push(...atMost(`${engine}: pods made of ${count}`, bench.emulator.store.pods.size, count));
    await run(`a refresh of ${count} pods`, 3, () => bench.refresh());
    await run("a preview without changes", 0, () => bench.preview(program));
    await run("an up without changes", 0, () => bench.up(program));
    return { counts, failures };
  } finally {
    await bench.close();
  }
}
