/** Answers of this run, by what was asked. A program is short: what was true at its start may be told at its end. */
const answers = new Map<string, Promise<unknown>>();

/** Asks once for each key, also when asked again while the first is under way. A failure is not kept. */
export function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key) as Promise<T> | undefined;
  if (known) return known;
  const asked = ask().catch((error: unknown) => {
    answers.delete(key);
    throw error;
  });
  answers.set(key, asked);
  return asked;
}

export function forgetAnswers(): void {
  answers.clear();
}
