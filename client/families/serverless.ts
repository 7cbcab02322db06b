import type * as z from "zod";
import {
  type Build,
  type BuildQuery,
  type EndpointCreate,
  type EndpointUpdate,
  type Release,
  type ReleaseList,
  serverless,
  type ServerlessEndpoint,
  type WorkerList,
} from "../../api/serverless";
import type { PageQuery } from "../../api/shared";
import { absentIsDeleted } from "../errors/api-errors";
import { lastLines, type LastLinesOptions } from "../logs/last-lines";
import type { LogEvent } from "../logs/log-event";
import { followLog, type LogOptions } from "../logs/logs";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Transport } from "../http/transport";

export type EndpointPage = z.infer<(typeof serverless)["list"]["response"]>;
export type BuildPage = z.infer<(typeof serverless)["builds"]["response"]>;
type PageOptions = CallOptions & PageQuery;
type BuildOptions = CallOptions & z.infer<typeof BuildQuery>;

/** Endpoints whose workers come and go with the work. Their jobs are under `queue(endpointId)`. */ // section 8
export class Serverless {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of endpoints, newest first. `limit` 1 to 1000, default 1000. */ // E-1
  list({ signal, priority, ...query }: PageOptions = {}): Promise<EndpointPage> {
    return this.#transport.call(serverless.list, { params: {}, query, signal, priority });
  }

  /** Every endpoint, read page by page while you go. */
  listAll({ limit, ...options }: Omit<PageOptions, "cursor"> = {}): AsyncGenerator<ServerlessEndpoint, void, void> {
    return allItems(
      (cursor) => this.list({ ...options, limit, cursor }),
      (page) => page.endpoints,
    );
  }

  /**
   * Makes an endpoint. Exactly one of `gpu` and `cpu`; `image` unless `templateId`. Takes jobs at once.
   * Not sent twice after a lost answer.
   *
   * @throws BadRequestError for a rule that is broken, e.g. two volumes in one data center.
   * @throws NotFoundError when the template does not exist.
   */ // E-2, E-20, E-35, A-31, E-42, E-33
  create(body: EndpointCreate, options?: CallOptions): Promise<ServerlessEndpoint> {
    return this.#transport.call(serverless.create, { params: {}, body, ...options });
  }

  /** One endpoint. The platform lowers `workers.max` of idle ones by itself. @throws NotFoundError */ // E-3, E-44
  get(id: string, options?: CallOptions): Promise<ServerlessEndpoint> {
    return this.#transport.call(serverless.get, { params: { id }, ...options });
  }

  /** Changes the members of the body; changes to containers roll out as workers are replaced. */ // E-4, E-37
  update(id: string, body: EndpointUpdate, options?: CallOptions): Promise<ServerlessEndpoint> {
    return this.#transport.call(serverless.update, { params: { id }, body, ...options });
  }

  /** Deletes an endpoint, ends its workers and cancels its jobs. One that is already gone counts as deleted. */ // E-5, J-50
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.#transport.call(serverless.delete, { params: { id }, ...options }));
  }

  /** Its active workers and their counts. @throws NotFoundError */ // E-6, E-40
  workers(id: string, options?: CallOptions): Promise<WorkerList> {
    return this.#transport.call(serverless.workers, { params: { id }, ...options });
  }

  /**
   * The log of one worker, line by line, until the worker is gone. Broken connections are resumed: no line is lost or
   * repeated. Leaving the loop or the signal closes the connection.
   *
   * @throws NotFoundError if the worker does not exist at the start; the signal's reason.
   */ // E-10, section 11
  workerLogs(id: string, workerId: string, options: LogOptions = {}): AsyncGenerator<LogEvent, void, void> {
    return followLog(this.#transport, serverless.workerLogs, { id, workerId }, options);
  }

  /**
   * The last lines of one worker's log as it is now, oldest first. A log lives as long as its worker.
   * @throws NotFoundError when there is no such worker.
   */ // E-10, L-17
  workerLastLines(id: string, workerId: string, options?: LastLinesOptions): Promise<LogEvent[]> {
    return lastLines(this.#transport, serverless.workerLogs, { id, workerId }, options);
  }

  /** One page of releases, newest first, and how far the latest has rolled out. */ // E-7
  releases(id: string, { signal, priority, ...query }: PageOptions = {}): Promise<ReleaseList> {
    return this.#transport.call(serverless.releases, { params: { id }, query, signal, priority });
  }

  /** Every release, read page by page while you go. */
  releasesAll(
    id: string,
    { limit, ...options }: Omit<PageOptions, "cursor"> = {},
  ): AsyncGenerator<Release, void, void> {
    return allItems(
      (cursor) => this.releases(id, { ...options, limit, cursor }),
      (page) => page.releases,
    );
  }

  /** One page of builds from source, newest first. `limit` 1 to 100, default 100. */ // E-8
  builds(id: string, { signal, priority, ...query }: BuildOptions = {}): Promise<BuildPage> {
    return this.#transport.call(serverless.builds, { params: { id }, query, signal, priority });
  }

  /** Every build, read page by page while you go. */
  buildsAll(id: string, { limit, ...options }: Omit<BuildOptions, "cursor"> = {}): AsyncGenerator<Build, void, void> {
    return allItems(
      (cursor) => this.builds(id, { ...options, limit, cursor }),
      (page) => page.builds,
    );
  }

  /** One build, of any age. @throws NotFoundError */ // E-9
  build(id: string, buildId: string, options?: CallOptions): Promise<Build> {
    return this.#transport.call(serverless.build, { params: { id, buildId }, ...options });
  }
}
