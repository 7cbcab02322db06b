import { type Hooks, waitSentence } from "../../client/http/hooks";

/** Tells the person who runs the program something without secrets. A call settles once that is delivered; it never fails. */
export interface Notify {
  /** @param urn of the resource beside which it is shown; default: the stack. */
  warn(message: string, urn?: string): Promise<void>;
  info(message: string, urn?: string): Promise<void>;
  /** Reports progress; the engine shows the latest one while the step runs. Omitted if there is no live display. */
  status?(message: string, urn?: string): Promise<void>;
  /** Passes facts about a resource's step to a display as data. */
  facts?(facts: object, urn: string): Promise<void>;
}

export const sayingWaits = (notify: Notify): Hooks => ({
  onWait: (event) => void notify.status?.(waitSentence(event)),
});

export const silent: Notify = { warn: () => Promise.resolve(), info: () => Promise.resolve() };
