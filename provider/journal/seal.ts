import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../../values/json";

/** The keys of one attempt, derived from the API key: without that nobody can test guesses at digests, or forge a line. */
export class Seal {
  private readonly lines: Buffer | undefined;
  private readonly digests: Buffer;

  /** @param id of the attempt: a line is valid only in its own entry. */
  constructor(id: string, apiKey: string | undefined) {
    this.lines = apiKey ? derived(apiKey, id, "lines") : undefined;
    this.digests = derived(apiKey ?? "", id, "digests");
  }

  /** The digest of a value that must not be in the journal; equal only for the same value under the same name. */
  digest(what: string, value: unknown): string {
    return mac(this.digests, `${what}\n${canonicalJson(value)}`).slice(0, 27);
  }

  /** The signature of a line; undefined without an API key. */
  markOf(line: object): string | undefined {
    return this.lines && mac(this.lines, canonicalJson(line));
  }

  vouchesFor(line: object, mark: unknown): boolean {
    const own = Buffer.from(this.markOf(line) ?? "");
    const given = Buffer.from(typeof mark === "string" ? mark : "");
    return own.length > 0 && own.length === given.length && timingSafeEqual(own, given);
  }
}

const derived = (apiKey: string, salt: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", apiKey, salt, `pulumi-compute-platform journal ${purpose}`, 32));

const mac = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("base64url");
