import { pods } from "../api/pods";
import { queue } from "../api/queue";
import { serverless } from "../api/serverless";
import type { Router } from "./kernel/mount";
import type { PodLogs } from "./logs/pod-logs";
import { queueMountOptions, queueRoutes } from "./routes/queue";
import { serverlessMountOptions, serverlessRoutes } from "./routes/serverless";
import type { ServerlessPlatform } from "./serverless/platform";

/** What the families around jobs and logs keep between requests. */
export interface Families {
  readonly platform: ServerlessPlatform;
  readonly podLogs: PodLogs;
}

/** Serverless endpoints, their queues, and the logs of pods. */
export function mountFamilies(router: Router, { platform, podLogs }: Families): Router {
  return router
    .mount(serverless, serverlessRoutes(platform), serverlessMountOptions(platform))
    .mount(queue, queueRoutes(platform), queueMountOptions(platform))
    .mount({ logs: pods.logs }, podLogs.routes());
}
