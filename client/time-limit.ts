/**
 * A signal that aborts after so many ms of real time, or with the first of the others, as what takes both needs it.
 *
 * In place of `AbortSignal.timeout`: Node 20 forgets that one when it collects garbage, if nobody but `AbortSignal.any` has it, and
 * what waits for the end of both then waits for ever.
 */
export function timeLimit(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`nothing came within ${ms} ms`, "TimeoutError"));
  // eslint-disable-next-line no-restricted-globals -- real time, as documented
  setTimeout(end, ms).unref();
  return AbortSignal.any([controller.signal, ...others.filter((signal) => signal !== undefined)]);
}
