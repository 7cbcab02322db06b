import { AsyncLocalStorage } from "node:async_hooks";

/** Which run of a program something belongs to. */
const running = new AsyncLocalStorage<object>();

const uncaught = ["uncaughtException", "unhandledRejection"];
/** An abandoned program may fail in the middle of whatever it was about, which must not end the process. */
const ofTheAbandoned = () => undefined;

type Listener = (...given: unknown[]) => void;

/** A run in this process. */
export interface OwnRun<Result> {
  readonly result: Result;
  /** Takes away the listeners that the run has added. What an abandoned one leaves behind may still fail, unheard. */
  readonly end: (isAbandoned: boolean) => void;
}

/**
 * Starts a run whose listeners for what nobody catches, which are the SDK's and have to be added at once, do not hear of what
 * earlier runs left behind. What belongs to no run, they hear.
 */
export function startRun<Result>(start: () => Result): OwnRun<Result> {
  const events: NodeJS.EventEmitter = process;
  const own = {};
  const before = new Map(uncaught.map((event) => [event, new Set(events.listeners(event))]));
  const result = running.run(own, start);
  const added = uncaught.flatMap((event) =>
    (events.listeners(event) as Listener[])
      .filter((listener) => !before.get(event)!.has(listener))
      .map((listener) => {
        const ofOwnRun: Listener = (...given) => {
          const whose = running.getStore();
          if (whose === undefined || whose === own) listener(...given);
        };
        events.off(event, listener);
        events.on(event, ofOwnRun);
        return [event, ofOwnRun] as const;
      }),
  );
  const end = (isAbandoned: boolean) => {
    for (const [event, listener] of added) events.off(event, listener);
    for (const event of isAbandoned ? uncaught : [])
      if (!events.listeners(event).includes(ofTheAbandoned)) events.on(event, ofTheAbandoned);
  };
  return { result, end };
}

/**
 * What nobody catches may be why an output never comes, for which the SDK would wait for ever: it only notes the error. It
 * takes its listeners away only when it is done, which after an engine that stopped it never is.
 */
export async function whileCatching(
  onThrow: (error: unknown) => void,
  run: () => Promise<void>,
  stopped: Promise<void>,
): Promise<void> {
  let isDone = false;
  const { result, end } = startRun(() => {
    for (const event of uncaught) process.on(event, onThrow);
    return run().finally(() => {
      isDone = true;
    });
  });
  try {
    await Promise.race([result, stopped]);
  } finally {
    end(!isDone);
  }
}
