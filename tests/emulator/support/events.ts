import type { Platform } from "./platform";

/** One event as it came over the wire. */
export interface WireEvent {
  readonly id: string;
  readonly data: any;
}

/** An open log stream: what came so far, as text and as events. */
export class LogStream {
  text = "";
  isOver = false;

  private constructor(
    readonly response: Response,
    private readonly leaving: AbortController,
  ) {}

  static async open(
    platform: Platform,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LogStream> {
    const { apiUrl, apiKey } = platform.emulator;
    const leaving = new AbortController();
    const authorization = `Bearer ${apiKey}`;
    const response = await fetch(apiUrl + path, { headers: { authorization, ...headers }, signal: leaving.signal });
    const stream = new LogStream(response, leaving);
    void stream.pump();
    return stream;
  }

  private async pump(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? [])
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // Cut off: what came before stays.
    }
    this.isOver = true;
  }

  /** Complete events; a partial last one is dropped, as the standard says (L-15). */
  get events(): WireEvent[] {
    const blocks = this.text.split("\n\n").slice(0, -1);
    return blocks.flatMap((block) => {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field("data");
      return data === undefined ? [] : [{ id: field("id") ?? "", data: JSON.parse(data) }];
    });
  }

  get lines(): string[] {
    return this.events.map(({ data }) => data.line as string);
  }

  /** Resolves once `isDone`, giving the sockets of this process their turns. */
  async until(isDone: (stream: LogStream) => boolean): Promise<this> {
    while (!isDone(this)) await new Promise((resolve) => setImmediate(resolve));
    return this;
  }

  leave(): void {
    this.leaving.abort();
  }
}
