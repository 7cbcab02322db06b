import type { JobState } from "../jobs/job";
import { Alarms } from "./alarms";
import { rearm } from "./simulate";
import { endpointMembers, type EndpointState } from "./record";

type Saved = Omit<EndpointState, "jobs" | "alarms"> & { readonly jobs: readonly JobState[] };

/** An endpoint as plain data; its alarms follow from the rest. */
export function toSnapshot({ alarms: _, jobs, ...rest }: EndpointState): Saved {
  return { ...rest, jobs: [...jobs.values()] };
}

/** The endpoint again. A job that a programmed handler was working on waits for its execution timeout: nobody answers. */
export function fromSnapshot(saved: unknown, now: number): EndpointState {
  const { jobs, ...rest } = saved as Saved;
  const endpoint: EndpointState = {
    ...rest,
    settings: endpointMembers.loaded(rest.settings),
    jobs: new Map(jobs.map((job) => [job.id, { ...job, chunks: [...job.chunks] }])),
    alarms: new Alarms(),
  };
  rearm(endpoint, now);
  return endpoint;
}
