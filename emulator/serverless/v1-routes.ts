import { v1Endpoints } from "../../api/v1/others";
import { reachesEndpoint } from "../kernel/keys";
import type { Operations } from "../kernel/route";
import { v1Operations } from "../kernel/v1-compat";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "./lifecycle";
import type { ServerlessPlatform } from "./platform";
import { serverlessTemplate } from "./checks";
import { toEndpointCreate, toEndpointUpdate } from "./v1-request";
import { toV1Endpoint } from "./v1-view";

export function v1EndpointOperations(platform: ServerlessPlatform): Operations {
  const { store } = platform;
  return v1Operations(
    v1Endpoints,
    {
      list: ({ query, key }) =>
        platform
          .all()
          .filter((each) => store.isListed(each) && reachesEndpoint(key, each.id))
          .map((endpoint) => toV1Endpoint(store, endpoint, query)),
      get: ({ params, query }) => toV1Endpoint(store, platform.endpoint(params.endpointId), query),
      create: ({ body }) => {
        const { name } = serverlessTemplate(store, body.templateId);
        const endpoint = createEndpoint(platform, toEndpointCreate(body, name, store.catalog));
        // v1 keeps the link, so that the template can't be deleted (T-22).
        endpoint.templateId = body.templateId;
        return toV1Endpoint(store, endpoint, {});
      },
      update: ({ params, body }) => {
        const endpoint = platform.endpoint(params.endpointId);
        updateEndpoint(platform, endpoint, toEndpointUpdate(body, endpoint.settings, store.catalog));
        endpoint.templateId = body.templateId ?? endpoint.templateId;
        return toV1Endpoint(store, endpoint, {});
      },
      delete: ({ params }) => deleteEndpoint(platform, platform.endpoint(params.endpointId)),
    },
    {
      endpointId: ({ endpointId }) => endpointId,
      resource: ({ endpointId }) => void platform.endpoint(endpointId),
    },
  );
}
