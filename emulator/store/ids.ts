import { createHash } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Identity and chance from a seed: the same seed and the same calls give the same ids, so a failing run can be repeated. */
export class Ids {
  private state: number;
  private readonly seed: string;

  constructor(seed: string | number) {
    this.seed = String(seed);
    this.state = createHash("sha256").update(this.seed).digest().readUInt32LE(0);
  }

  /** A number in [0, 1); mulberry32. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Short lower-case alphanumerics after a letter for the kind, like the published examples. */
  next(prefix: string): string {
    return prefix + this.text(9);
  }

  text(length: number, characters = alphabet): string {
    let text = "";
    for (let i = 0; i < length; i++) text += characters[Math.floor(this.random() * characters.length)];
    return text;
  }

  uuid(): string {
    const variant = this.text(1, "89ab");
    const hex = (length: number) => this.text(length, "0123456789abcdef");
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
  }

  dump(): number {
    return this.state;
  }

  load(state: number): void {
    this.state = state;
  }
}
