import { AsyncLocalStorage } from "node:async_hooks";

/** The program run of an asynchronous context. */
const running = new AsyncLocalStorage<object>();

const uncaught = ["uncaughtException", "unhandledRejection"];
/** Ignores failures of an abandoned program, which must not end the process. */
const ofTheAbandoned = () => undefined;

type Listener = (...given: unknown[]) => void;

/** Starts a run whose listeners, which the SDK adds synchronously, ignore uncaught errors of earlier runs. */
export function startRun<Result>(start: () => Result) {
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
  /** Removes the listeners of the run. Later failures of an abandoned run are ignored. */
  const end = (isAbandoned: boolean) => {
    for (const [event, listener] of added) events.off(event, listener);
    for (const event of isAbandoned ? uncaught : [])
      if (!events.listeners(event).includes(ofTheAbandoned)) events.on(event, ofTheAbandoned);
  };
  return { result, end };
}

/**
 * Ends the wait after an uncaught error, which may be why an output never resolves: the SDK only notes the error and would
 * wait for ever. It removes its listeners only when it is done, which never happens after a stop of the engine.
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
