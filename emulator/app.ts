import { Hono } from "hono";
import { delegations, registries } from "../api/registries";
import { Router, type App } from "./kernel/mount";
import { delegationRoutes, registryRoutes, requireRegistry } from "./routes/registries";
import type { Store } from "./store";

/** Every family on one app. */
export function createApp(store: Store): App {
  const router = new Router(store)
    .mount(registries, registryRoutes, { resource: requireRegistry })
    .mount(delegations, delegationRoutes);
  const app: App = new Hono();
  router.register(app);
  return app;
}
