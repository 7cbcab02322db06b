import { getOrMake } from "../../values/many";
import type { Client } from "../client";

/** Asks the platform, or shares the answer to the same earlier question. */
export type Ask = <T>(question: string, ask: (client: Client) => Promise<T>) => Promise<T>;

/** One client's questions and answers. A program is short, so an answer from its start still holds at its end. */
export class Questions {
  private readonly answers = new Map<string, Promise<unknown>>();

  constructor(private readonly client: Client) {}

  /** Asks once for each question, also while the first request is under way. A failure is not kept. */
  readonly once: Ask = <T>(question: string, ask: (client: Client) => Promise<T>): Promise<T> => {
    const asked = () =>
      ask(this.client).catch((error: unknown) => {
        this.answers.delete(question);
        throw error;
      });
    return getOrMake(this.answers, question, asked) as Promise<T>;
  };

  /** For when something has changed on the platform. */
  forget(): void {
    this.answers.clear();
  }
}
