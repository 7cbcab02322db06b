import type * as z from "zod";
import { type Build, type BuildQuery, type Release, serverless, type ServerlessEndpoint } from "../../api/serverless";
import type { PageQuery } from "../../api/shared";
import { lastLines, type LastLinesOptions } from "../logs/last-lines";
import type { LogEvent } from "../logs/log-event";
import { followLog, type LogOptions } from "../logs/logs";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Transport } from "../http/transport";
import { familyOn } from "./family";

type Items<T> = AsyncGenerator<T, void, void>;
type AllOptions<Query> = CallOptions & Omit<Query, "cursor">;

export function serverlessOn(transport: Transport) {
  const family = familyOn(transport.call, serverless);
  return {
    ...family,
    /** Every endpoint, read page by page while you go. */
    listAll: ({ limit, ...options }: AllOptions<PageQuery> = {}): Items<ServerlessEndpoint> =>
      allItems(
        (cursor) => family.list({ ...options, limit, cursor }),
        (page) => page.endpoints,
      ),
    /** Every release, read page by page while you go. */
    releasesAll: (id: string, { limit, ...options }: AllOptions<PageQuery> = {}): Items<Release> =>
      allItems(
        (cursor) => family.releases(id, { ...options, limit, cursor }),
        (page) => page.releases,
      ),
    /** Every build, read page by page while you go. */
    buildsAll: (id: string, { limit, ...options }: AllOptions<z.infer<typeof BuildQuery>> = {}): Items<Build> =>
      allItems(
        (cursor) => family.builds(id, { ...options, limit, cursor }),
        (page) => page.builds,
      ),
    /**
     * The log of one worker, line by line, until the worker is gone. Broken connections are resumed: no line is lost or
     * repeated. Leaving the loop or the signal closes the connection.
     *
     * @throws NotFoundError if the worker does not exist at the start; the signal's reason.
     */ // E-10, section 11
    workerLogs: (id: string, workerId: string, options: LogOptions = {}): Items<LogEvent> =>
      followLog(transport, serverless.workerLogs, { id, workerId }, options),
    /**
     * The last lines of one worker's log as it is now, oldest first. A log lives as long as its worker.
     * @throws NotFoundError when there is no such worker.
     */ // E-10, L-17
    workerLastLines: (id: string, workerId: string, options?: LastLinesOptions): Promise<LogEvent[]> =>
      lastLines(transport, serverless.workerLogs, { id, workerId }, options),
  };
}
