/** Whether a path fits a pattern, in time path × pattern: `:name` is one whole segment, and `*` is anything or nothing. */
export function fitsPattern(pattern: string, path: string): boolean {
  let [at, in_] = [0, 0];
  // Where the last `*` is, and how much of the path it stands for so far.
  let star = -1;
  let starEnd = 0;
  while (at < path.length || in_ < pattern.length) {
    if (pattern[in_] === "*") {
      [star, starEnd] = [in_, at];
      in_ += 1;
      continue;
    }
    const name = nameAt(pattern, in_);
    const end = name > 0 ? segmentEnd(path, at) : at + 1;
    if (name > 0 ? end > at : in_ < pattern.length && pattern[in_] === path[at]) {
      [at, in_] = [end, in_ + (name || 1)];
      continue;
    }
    // Each `*` takes as little as it can; a later one never needs an earlier one to take more.
    if (star < 0 || starEnd >= path.length) return false;
    starEnd += 1;
    [at, in_] = [starEnd, star + 1];
  }
  return true;
}

/** Length of a `:name` that stands for a segment; 0 if there is none. */
function nameAt(pattern: string, at: number): number {
  if (pattern[at] !== ":" || pattern[at - 1] !== "/") return 0;
  const end = segmentEnd(pattern, at);
  const star = pattern.indexOf("*", at);
  return (star < 0 ? end : Math.min(star, end)) - at;
}

function segmentEnd(path: string, at: number): number {
  const end = path.indexOf("/", at);
  return end < 0 ? path.length : end;
}
