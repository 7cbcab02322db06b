/** What an answer says about one rate window. */
export interface WindowReport {
  readonly name: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly quota?: number | undefined;
  readonly lengthMs?: number | undefined;
}

type HeaderValue = string | readonly string[] | undefined;

/** Longer headers are not worth reading; a window takes about 20 characters. */
const longest = 2_000;

/** Reads `RateLimit` and `RateLimit-Policy`, and omits absent or malformed parts. */
export function readRateHeaders(limit: HeaderValue, policy: HeaderValue): WindowReport[] {
  if (limit === undefined) return [];
  const policies = members(policy);
  const reports: WindowReport[] = [];
  for (const { name, numbers } of members(limit)) {
    const { r, t } = numbers;
    if (r === undefined || t === undefined) continue;
    const { q, w } = policies.find((other) => other.name === name)?.numbers ?? {};
    // No window ends later than its length from now; a larger figure would stop the client for as long as it says.
    const resetMs = Math.min(t, w ?? t) * 1_000;
    reports.push({ name, remaining: r, resetMs, quota: q, lengthMs: w === undefined ? w : w * 1_000 });
  }
  return reports;
}

interface Member {
  readonly name: string;
  /** Parameters that are whole numbers. */
  readonly numbers: Readonly<Record<string, number | undefined>>;
}

/** Members of a structured-field list: quoted names, each with parameters after semicolons. Names hold no separators. */
function members(header: HeaderValue): Member[] {
  const text = typeof header === "string" ? header : (header?.join(",") ?? "");
  if (text === "" || text.length > longest) return [];
  const found: Member[] = [];
  for (const part of text.split(",")) {
    const [quoted = "", ...parameters] = part.split(";");
    const name = quoted.trim();
    if (name.length < 3 || !name.startsWith('"') || !name.endsWith('"')) continue;
    const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
    for (const parameter of parameters) {
      const equals = parameter.indexOf("=");
      const value = equals < 0 ? Number.NaN : Number.parseInt(parameter.slice(equals + 1), 10);
      if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) numbers[parameter.slice(0, equals).trim()] = value;
    }
    found.push({ name: name.slice(1, -1), numbers });
  }
  return found;
}

/**
 * Milliseconds that `Retry-After` asks for: seconds, or a date as HTTP also allows. A date is the platform's, and
 * so is the `Date` of the same answer: their difference is right however wrong the clock of this machine is.
 *
 * @param now this machine's time, for an answer without a `Date`.
 */
export function readRetryAfter({ "retry-after": header, date }: RetryHeaders, now: number): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = readHttpDate(text);
  return until === undefined ? undefined : Math.max(0, until - (readHttpDate(date) ?? now));
}

export interface RetryHeaders {
  readonly "retry-after"?: string | undefined;
  readonly date?: string | undefined;
}

/** Milliseconds since the epoch of `Tue, 05 May 2026 08:00:09 GMT`. */
export function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, .{1,40} GMT$/.test(text.trim())) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
