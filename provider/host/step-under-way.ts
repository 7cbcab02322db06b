import { AsyncLocalStorage } from "node:async_hooks";
import type { Unsent } from "../../client/http/unsent";

/** A create or an update that is under way. */
interface Step {
  hasSent: boolean;
}
const steps = new AsyncLocalStorage<Step>();

/** Runs a create or an update, so that its client knows whether it has sent anything. */
export const asStep = <R>(call: () => Promise<R>): Promise<R> => steps.run({ hasSent: false }, call);

/** Ends what waits in a client's queues for a step that has sent nothing, once the run is called off. */
export const unsentUntil = (calledOff: AbortSignal): Unsent => ({
  signal: () => (steps.getStore()?.hasSent === false ? calledOff : undefined),
  sends: () => {
    const step = steps.getStore();
    if (step) step.hasSent = true;
  },
});
