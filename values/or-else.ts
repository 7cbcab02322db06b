/** What a call returns, or this if it throws. */
export function orElse<T>(otherwise: T, call: () => T): T {
  try {
    return call();
  } catch {
    return otherwise;
  }
}
