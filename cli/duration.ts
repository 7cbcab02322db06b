/** A length of time for people: `8 s`, `2 min 05 s`, `3 h 20 min`, `4 d 2 h`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`;
  if (days === 0) return `${hours} h ${two(minutes % 60)} min`;
  return `${days} d ${hours % 24} h`;
}

const two = (value: number): string => String(value).padStart(2, "0");
