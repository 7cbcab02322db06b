import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { orElse } from "../../values/or-else";

/** A request of some process went out, or its answer came. */
export interface SharedEvent {
  readonly at: number;
  readonly what: "sent" | "ended";
}

export interface SharedFileOptions {
  /** Whose limits these are; only a hash of it is used. */
  readonly account: string;
  /** Tells this process from the others: 8 letters or digits. */
  readonly writer: string;
  /** Default: the system's folder for temporary files. */
  readonly directory?: string | undefined;
}

/** `1777885200000+k3j9x0q2\n`, with a minus for an end. */
const timeLength = 13;
const writerLength = 8;
const recordLength = timeLength + 1 + writerLength + 1;
/** Records read at most at once; older ones are of windows long past. */
const mostRecords = 4_096;

/**
 * A file that all append to and read the end of: there is no lock, so nobody can die holding it. An append this short
 * is one write, which the system keeps whole. When the file can't be had, nothing is shared: the headers still tell
 * what others use up, only later.
 */
export function sharedFile({ account, writer, directory = tmpdir() }: SharedFileOptions): SharedSends | undefined {
  const hash = createHash("sha256").update(account).digest("hex").slice(0, 16);
  const file = join(directory, `compute-sends-${userName().replace(/\W/g, "_")}-${hash}`);
  const name = writer.replace(/\W/g, "").padEnd(writerLength, "0").slice(0, writerLength);
  return orElse(undefined, () => new SharedSends(open(file), name));
}

/** A user may have no name: containers run with any number. */
const userName = () => orElse(String(process.getuid?.()), () => userInfo().username);

/** Of this user alone, and no link to somewhere else: the folder may be everybody's. */
function open(file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC } = constants;
  const flags = O_RDWR | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0);
  const fd = openSync(file, flags, 0o600);
  if (!isPrivate(fd)) {
    closeSync(fd);
    throw new Error("somebody else could write what this process takes for its own requests");
  }
  if (fstatSync(fd).size < recordLength * mostRecords * 16) return fd;
  // Starts over before it gets large; who reads on at the old place finds nothing there and starts over too.
  closeSync(fd);
  return openSync(file, flags | O_TRUNC, 0o600);
}

/** No umask makes it so: in a folder of everybody's, somebody else may have made the file first. */
function isPrivate(fd: number): boolean {
  const stat = fstatSync(fd);
  if (process.getuid === undefined) return true;
  return stat.isFile() && stat.nlink === 1 && stat.uid === process.getuid() && (stat.mode & 0o077) === 0;
}

/** What processes with the same key tell each other. */
export class SharedSends {
  #offset: number;

  constructor(
    private readonly fd: number,
    private readonly writer: string,
  ) {
    this.#offset = Math.max(0, this.#size - recordLength * mostRecords);
  }

  /** A request of this process. */
  tell({ at, what }: SharedEvent): void {
    const time = String(Math.trunc(at)).padStart(timeLength, "0").slice(-timeLength);
    try {
      writeSync(this.fd, `${time}${what === "sent" ? "+" : "-"}${this.writer}\n`);
    } catch {
      // A full disk must not stop a request.
    }
  }

  /** Those of the others, since this was last asked. */
  others(): readonly SharedEvent[] {
    return orElse([], () => {
      const size = this.#size;
      if (size < this.#offset) this.#offset = 0;
      const length = Math.min(size - this.#offset, recordLength * mostRecords);
      const whole = length - (length % recordLength);
      if (whole <= 0) return [];
      const bytes = Buffer.alloc(whole);
      this.#offset += readSync(this.fd, bytes, 0, whole, this.#offset);
      return this.#eventsIn(bytes.toString("latin1"));
    });
  }

  #eventsIn(text: string): SharedEvent[] {
    return text.split("\n").flatMap((line) => {
      const [, time, sign, writer] = /^(\d{13})([+-])(\w{8})$/.exec(line) ?? [];
      if (time === undefined || writer === this.writer) return [];
      return [{ at: Number(time), what: sign === "+" ? ("sent" as const) : ("ended" as const) }];
    });
  }

  get #size(): number {
    const { size } = fstatSync(this.fd);
    return size - (size % recordLength);
  }
}
