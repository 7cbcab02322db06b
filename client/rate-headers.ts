/** What an answer says about one rate window. */
export interface WindowReport {
  readonly name: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly quota?: number;
  readonly lengthMs?: number;
}

type HeaderValue = string | readonly string[] | undefined;

/** Longer headers are not worth reading; a window takes about 20 characters. */
const longest = 2_000;
/** A structured-field list member: a quoted name and its parameters. */
const member = /"([^"\\]{1,64})"((?:\s*;\s*[a-z*][\w.*-]*(?:=[^;,"\s]*)?)*)/g;

/** Reads `RateLimit` and `RateLimit-Policy`; what is absent or malformed is left out. */
export function readRateHeaders(limit: HeaderValue, policy: HeaderValue): WindowReport[] {
  const policies = new Map(members(policy));
  const reports: WindowReport[] = [];
  for (const [name, { r, t }] of members(limit)) {
    if (r === undefined || t === undefined) continue;
    const { q, w } = policies.get(name) ?? {};
    reports.push({
      name,
      remaining: r,
      resetMs: t * 1_000,
      ...(q === undefined ? {} : { quota: q }),
      ...(w === undefined ? {} : { lengthMs: w * 1_000 }),
    });
  }
  return reports;
}

function members(header: HeaderValue): [string, Record<string, number>][] {
  const text = typeof header === "string" ? header : (header?.join(", ") ?? "");
  if (text === "" || text.length > longest) return [];
  return [...text.matchAll(member)].map(([, name = "", parameters = ""]) => [name, numbers(parameters)]);
}

function numbers(parameters: string): Record<string, number> {
  const pairs = parameters.split(";").map((part) => part.trim().split("=") as [string, string?]);
  return Object.fromEntries(
    pairs.flatMap(([key, value = ""]) => (/^\d{1,12}$/.test(value) ? [[key, Number(value)]] : [])),
  );
}

/** Milliseconds from `now` that `Retry-After` asks for: seconds, or a date as HTTP also allows. */
export function readRetryAfter(header: HeaderValue, now: number): number | undefined {
  const text = (typeof header === "string" ? header : header?.[0])?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
