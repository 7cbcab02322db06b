import { systemClock } from "../../client/clock";

/** A pause that leaves the processor to what a test waits for. */
export const aMoment = () => systemClock.sleep(5);

/** Lets sockets and other processes work until something has happened. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await aMoment();
}
