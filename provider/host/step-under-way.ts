import { AsyncLocalStorage } from "node:async_hooks";
import type { Unsent } from "../../client/http/unsent";

interface Step {
  hasSent: boolean;
}
const steps = new AsyncLocalStorage<Step>();

/** Runs a create or an update whose client knows whether it has sent anything. */
export const asStep = <R>(call: () => Promise<R>): Promise<R> => steps.run({ hasSent: false }, call);

/** Ends queued requests of steps that have sent nothing, once the run is cancelled. */
export const unsentUntil = (calledOff: AbortSignal): Unsent => ({
  signal: () => (steps.getStore()?.hasSent === false ? calledOff : undefined),
  sends: () => {
    const step = steps.getStore();
    if (step) step.hasSent = true;
  },
});
