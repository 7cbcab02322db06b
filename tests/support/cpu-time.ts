const listed = JSON.stringify(
  Array.from({ length: 50_000 }, (_, n) => ({ id: `p${n % 977}-${n}`, n, of: ["a", "b"] })),
);

/** Work of a known size: reading, ordering and writing a list of 50,000. */
function yardstick(): void {
  const list = JSON.parse(listed) as { id: string }[];
  list.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (JSON.stringify(new Map(list.map((each) => [each.id, each])).size) !== "50000") throw new Error("one got lost");
}

async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The bound in yardsticks of what is large: it takes up to 65, and what grows with the square of it takes 450 and more. */
export const mostOfLarge = 150;

/**
 * The processor time of the work in yardsticks, each of which takes about 65 ms where nothing else runs. The
 * yardstick is measured beside the work, because machines differ and a busy one takes longer for both. It is the least of
 * up to three turns, the last of which is the first that takes no more than `enough`.
 */
export async function yardsticksOf(work: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least > enough; turn++) {
    const before = await cpuMsOf(yardstick);
    const took = await cpuMsOf(work);
    least = Math.min(least, took / Math.max(before, await cpuMsOf(yardstick)));
  }
  return least;
}
