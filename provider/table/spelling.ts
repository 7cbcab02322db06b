/** The candidate that is at most two edits away, for "did you mean". */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editDistance(plain(word), plain(candidate)) }))
    .sort((a, b) => a.edits - b.edits);
  return ranked[0] && ranked[0].edits <= 2 ? ranked[0].candidate : undefined;
}

/** At most three likely candidates, the nearest first: those that contain the word, then typing errors. */
export function similar(word: string, candidates: readonly string[]): string[] {
  const asked = plain(word);
  const ranked = candidates.map((candidate) => {
    const other = plain(candidate);
    const holds = asked.length >= 2 && (other.includes(asked) || asked.includes(other));
    return { candidate, edits: holds ? 0 : editDistance(asked, other), extra: Math.abs(other.length - asked.length) };
  });
  const most = Math.max(2, Math.floor(asked.length / 4));
  const same = ranked.filter(({ candidate }) => plain(candidate) === asked);
  return (same.length > 0 ? same : ranked)
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || a.extra - b.extra)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Letters to change, to add or to take out, and neighbours to swap. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Words as a list for people: `a`, `a or b`, `a, b or c`. */
export const listed = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
