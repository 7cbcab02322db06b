import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json";

/** What vouches for a line of the journal, the best first; nothing does for a forged one. */
export type Voucher = "account" | "machine";

/** The marks that a line carries beside what it says. */
export interface Marks {
  readonly mac?: string | undefined;
  readonly machineMac?: string | undefined;
}

/**
 * The keys of one attempt:
 * - from the API key, which never lies beside the journal. Whoever reads a journal, or can write one, can neither test
 *   guesses of a password against its digests nor forge a line, unless they have the API key or can guess it;
 * - from a secret of this machine, where there is one. It vouches for a line after the API key was changed. Whoever has a user's files has
 *   it too.
 */
export class Seal {
  private readonly account: Buffer | undefined;
  private readonly machine: Buffer | undefined;
  private readonly digests: Buffer;

  /** @param id of the attempt. It makes the keys those of this entry only, so that a line counts in no other. */
  constructor(id: string, { apiKey, machineKey }: Secrets) {
    this.account = apiKey ? derived(apiKey, id, "lines") : undefined;
    this.machine = machineKey && derived(machineKey, id, "lines");
    this.digests = derived(apiKey ?? "", id, "digests");
  }

  /** Stands for a value that must not be in the journal. Equal only for the same value of the same thing. */
  digest(what: string, value: unknown): string {
    return mac(this.digests, `${what}\n${canonicalJson(value)}`).slice(0, 27);
  }

  marksOf(line: object): Marks {
    const text = canonicalJson(line);
    return {
      ...(this.account && { mac: mac(this.account, text) }),
      ...(this.machine && { machineMac: mac(this.machine, text) }),
    };
  }

  voucherOf(line: object, marks: Marks): Voucher | undefined {
    const own = this.marksOf(line);
    if (isSame(own.mac, marks.mac)) return "account";
    return isSame(own.machineMac, marks.machineMac) ? "machine" : undefined;
  }
}

/** What the keys of all attempts are derived from. */
export interface Secrets {
  readonly apiKey?: string | undefined;
  readonly machineKey?: Buffer | undefined;
}

const derived = (secret: string | Buffer, salt: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, `pulumi-compute-platform journal ${purpose}`, 32));

const mac = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

function isSame(own: string | undefined, given: string | undefined): boolean {
  if (own === undefined || given === undefined) return false;
  const [a, b] = [Buffer.from(own), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
