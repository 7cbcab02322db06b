import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { secrets, sshKeys } from "../api/account";
import { catalog } from "../api/catalog";
import { clusters } from "../api/clusters";
import { networkVolumes } from "../api/network-volumes";
import { delegations, registries } from "../api/registries";
import { templates } from "../api/templates";
import { mountControl } from "./control/control";
import { keyControl, type KnownAccounts } from "./control/keys";
import { serverlessControl } from "./control/serverless";
import { mountFamilies, type Families } from "./families";
import { refusalAnswer } from "./kernel/answer";
import { Exchange } from "./kernel/exchange";
import { Router, type App } from "./kernel/mount";
import { mountPage } from "./page/page";
import { Refusal } from "./kernel/refusal";
import { requireSecret, secretNameRule, secretRoutes, sshKeyRoutes } from "./account/routes";
import { catalogRoutes, requireInCatalog } from "./catalog/routes";
import { mountDocuments } from "./documents/routes";
import { clusterRoutes, requireCluster } from "./clusters/routes";
import { networkVolumeRoutes, requireVolume } from "./network-volumes/routes";
import { missingOnCreate, podOperations, podRoutes, requirePod } from "./pods/routes";
import { arnRule, delegationRoutes, registryRoutes, requireRegistry } from "./registries/routes";
import { templateRoutes } from "./templates/routes";
import type { Store } from "./world/store";
import { ownTemplate, visibleTemplate } from "./templates/templates";

const dotSegment = /\/(\.|%2e){1,2}(\/|$|\?)/i;

/** The path as sent. One with dot segments names nothing: it would be normalized into another family's. */
function literalPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
  return dotSegment.test(options?.env?.incoming?.url ?? "") ? "/.." : getPath(request);
}

/** Every family on one app, for one account. */
export function createApp(store: Store, families: Families, accounts: KnownAccounts, controlToken?: string): App {
  const router = mountFamilies(new Router(store), families)
    .mount(podOperations, podRoutes, { resource: requirePod, missing: { create: missingOnCreate } })
    .mount(clusters, clusterRoutes, { resource: requireCluster })
    .mount(networkVolumes, networkVolumeRoutes, { resource: requireVolume })
    .mount(registries, registryRoutes, { resource: requireRegistry })
    .mount(delegations, delegationRoutes, { rules: { create: arnRule } })
    .mount(templates, templateRoutes, {
      resource: ({ id = "" }, store, { method }) => void (method === "GET" ? visibleTemplate : ownTemplate)(store, id),
    })
    .mount(catalog, catalogRoutes, { resource: requireInCatalog })
    .mount(sshKeys, sshKeyRoutes)
    .mount(secrets, secretRoutes, { resource: requireSecret, rules: { create: secretNameRule } });
  const app: App = new Hono({ getPath: literalPath });
  mountPage(app);
  mountControl(app, store, [...serverlessControl(families), ...keyControl(accounts)], accounts, controlToken);
  mountDocuments(app, store, router);
  router.register(app);
  router.refuseUnknown(app);
  app.onError(async (error, c) => {
    store.reportDefect(error);
    const refusal = new Refusal(500, "internal error");
    if (!c.env.outgoing.headersSent)
      await new Exchange(c.env.incoming, c.env.outgoing).send(refusalAnswer("api", refusal));
    else c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}
