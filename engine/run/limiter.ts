/** Lets at most `limit` pieces of work run at once, in the order they came. */
export function limiter(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // hands its place on
      else running -= 1;
    }
  };
}
