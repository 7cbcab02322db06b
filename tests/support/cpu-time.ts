/**
 * The least processor time in milliseconds of up to three turns of the work, the last of which is the first that takes no
 * more than `enough`: on a busy machine a single turn takes three times as long.
 */
export async function cpuMsOf(work: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least > enough; turn++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
