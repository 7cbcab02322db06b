/**
 * What the engine's `Cancel` means. It comes at the first Ctrl-C, and also at the end of every run, when nothing is under way: then
 * nothing is called off, since what looks at what the run leaves behind still has to ask the platform.
 */
export class Cancellation {
  private running = 0;
  private isAsked = false;

  /** @param callOff ends what waits, and refuses what is sent from then on. */
  constructor(private readonly callOff: () => void) {}

  cancel(): void {
    this.isAsked = true;
    if (this.running > 0) this.callOff();
  }

  /** Answers a call of the engine, which `Cancel` calls off, also where it came a moment before. */
  async during<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    if (this.isAsked) this.callOff();
    this.running += 1;
    try {
      return await answer();
    } finally {
      this.running -= 1;
    }
  }
}
