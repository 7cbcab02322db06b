import { catalog } from "../../api/catalog";
import type { Endpoint } from "../../api/endpoint";
import { choices } from "../kernel/choices";
import { existingIn } from "../kernel/refusal";
import { operations } from "../kernel/route";
import { advanceAll } from "../pods/lifecycle";
import type { Store } from "../store/store";
import { toTemplate } from "../templates/record";
import { checkCpuQuery, checkGpuQuery, cpuTypeOf, dataCenterOf, dataCentersOf, gpuTypeOf, gpuTypes } from "./view";

/** K-26, CH-65: without `source` the official slice and the caller's own; with one only that slice. */
function publicTemplates(store: Store, source: string | undefined) {
  const all = [...store.templates.newestFirst(), ...store.foreignTemplates()];
  const wanted = all.filter(
    ({ owner }) => owner === (source ?? "official") || (source === undefined && owner === "self"),
  );
  return wanted.slice(0, choices.maxCatalogTemplates).map(toTemplate);
}

/** The type, flavor or data center that a path names must be there before its query is looked at. */
function requireInCatalog({ id }: Readonly<Record<string, string>>, store: Store, endpoint: Endpoint): void {
  const { gpus, cpus, dataCenters } = store.catalog;
  if (endpoint === catalog.gpu) existingIn(gpus, id, "gpu type");
  if (endpoint === catalog.cpu) existingIn(cpus, id, "cpu flavor");
  if (endpoint === catalog.dataCenter) existingIn(dataCenters, id, "data center");
}

export const catalogOperations = operations(
  catalog,
  {
    gpus: ({ query, store }) => {
      checkGpuQuery(query);
      advanceAll(store);
      return { gpus: gpuTypes(store, query) };
    },
    gpu: ({ params, query, store }) => {
      const type = existingIn(store.catalog.gpus, params.id, "gpu type");
      checkGpuQuery(query);
      advanceAll(store);
      return gpuTypeOf(store, type, query);
    },
    cpus: ({ query, store }) => {
      checkCpuQuery(query);
      advanceAll(store);
      return { cpus: store.catalog.cpus.map((type) => cpuTypeOf(store, type, query)) };
    },
    cpu: ({ params, query, store }) => {
      const type = existingIn(store.catalog.cpus, params.id, "cpu flavor");
      checkCpuQuery(query);
      advanceAll(store);
      return cpuTypeOf(store, type, query);
    },
    dataCenters: ({ query, store }) => {
      advanceAll(store);
      return { dataCenters: dataCentersOf(store, query) };
    },
    dataCenter: ({ params, query, store }) => {
      advanceAll(store);
      return dataCenterOf(store, existingIn(store.catalog.dataCenters, params.id, "data center"), query.include);
    },
    templates: ({ query, store }) => ({ templates: publicTemplates(store, query.source) }),
  },
  { resource: requireInCatalog },
);
