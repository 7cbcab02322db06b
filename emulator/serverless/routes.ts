import { serverless } from "../../api/serverless";
import { reachesEndpoint } from "../kernel/keys";
import { pageOf } from "../kernel/paging";
import { existingIn } from "../kernel/refusal";
import { type MountOptions, type Operations, operations, type Routes } from "../kernel/route";
import { logAnswer, overruledByCursor } from "../logs/answer";
import { missingOnCreate } from "../pods/rules";
import { buildView } from "./builds";
import { scalingTypeRule } from "./create";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "./lifecycle";
import type { ServerlessPlatform } from "./platform";
import type { EndpointState } from "./record";
import { releaseView, rolloutOf } from "./releases";
import { endpointView, workersView } from "./view";

/** Checks around the bodies: the endpoint must be there, and an image must come from somewhere (E-2). */
function checks(platform: ServerlessPlatform): MountOptions<typeof serverless> {
  return {
    resource: ({ id, workerId, buildId }) => {
      if (id === undefined) return;
      const endpoint = platform.endpoint(id);
      if (workerId !== undefined) existingIn(endpoint.workers, workerId, "worker");
      if (buildId !== undefined) existingIn(endpoint.builds, buildId, "build");
    },
    endpointId: ({ id }) => id,
    missing: {
      create: missingOnCreate,
    },
    rules: { create: scalingTypeRule },
    overruled: { workerLogs: overruledByCursor },
  };
}

function routes(platform: ServerlessPlatform): Routes<typeof serverless> {
  const shown = (endpoint: EndpointState) => endpointView(endpoint, platform.store.urls.queueUrl);
  return {
    list: ({ query, store, key }) => {
      // Brings what may scale itself down up to now before it is shown (E-44).
      const listed = platform.all().filter((each) => store.isListed(each) && reachesEndpoint(key, each.id));
      const { items, pagination } = pageOf(listed, "E-1", query);
      return { endpoints: items.map(shown), pagination };
    },
    create: ({ body }) => shown(createEndpoint(platform, body)),
    get: ({ params }) => shown(platform.endpoint(params.id)),
    update: ({ params, body }) => {
      const endpoint = platform.endpoint(params.id);
      updateEndpoint(platform, endpoint, body);
      return shown(endpoint);
    },
    delete: ({ params }) => deleteEndpoint(platform, platform.endpoint(params.id)),
    workers: ({ params, store }) => workersView(platform.endpoint(params.id), store.now()),
    releases: ({ params, query }) => {
      const endpoint = platform.endpoint(params.id);
      const { items, pagination } = pageOf([...endpoint.releases].reverse(), `E-7 ${endpoint.id}`, query);
      return {
        endpointVersion: endpoint.version,
        rollout: rolloutOf(endpoint),
        releases: items.map((release) => releaseView(endpoint, release)),
        pagination,
      };
    },
    builds: ({ params, query, store }) => {
      const endpoint = platform.endpoint(params.id);
      const { limit = 100, ...rest } = query;
      const page = pageOf([...endpoint.builds].reverse(), `E-8 ${endpoint.id}`, { limit, ...rest });
      return { builds: page.items.map((build) => buildView(build, store.now())), pagination: page.pagination };
    },
    build: ({ params, store }) => {
      const { builds } = platform.endpoint(params.id);
      return buildView(existingIn(builds, params.buildId, "build"), store.now());
    },
    workerLogs: (context) => {
      const { id, workerId } = context.params;
      const worker = existingIn(platform.endpoint(id).workers, workerId, "worker");
      return logAnswer(platform.workerLogs.of(worker.id), context);
    },
  };
}

export const serverlessOperations = (platform: ServerlessPlatform): Operations =>
  operations(serverless, routes(platform), checks(platform));
