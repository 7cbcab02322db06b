import type { EndpointCreate, EndpointUpdate } from "../../api/serverless";
import { isFinal } from "../jobs/job";
import { cancel } from "../jobs/machine";
import type { StoredTemplate } from "../templates/record";
import { checkSettings, serverlessTemplate } from "./checks";
import { settingsFrom } from "./create";
import type { ServerlessPlatform } from "./platform";
import { applySettings, firstRelease } from "./releases";
import { afterEnd } from "./run-jobs";
import { markActive } from "./simulate";
import { type EndpointState, newEndpoint } from "./record";
import { updatedSettings } from "./update";
import { removeWorker } from "./workers";

/** Creates an endpoint: the template, then the cross-field rules (A-32, E-20 to E-33). */
export function createEndpoint(platform: ServerlessPlatform, body: EndpointCreate): EndpointState {
  const { store } = platform;
  const template = templateOf(platform, body.templateId);
  const settings = settingsFrom(body, template, store.catalog);
  checkSettings(settings, store);
  const now = store.now();
  const endpoint = newEndpoint(platform.effects.newRecord("e"), settings, now);
  firstRelease(endpoint, { ...platform.effects.newRecord("rel"), at: now });
  markActive(endpoint, now);
  platform.add(endpoint);
  return endpoint;
}

/** Updates an endpoint. Workers, scaling and timeout act at once; the rest is rolled out (E-37). */
export function updateEndpoint(platform: ServerlessPlatform, endpoint: EndpointState, body: EndpointUpdate): void {
  const { store } = platform;
  const template = templateOf(platform, body.templateId);
  const settings = updatedSettings(endpoint.settings, body, template, store.catalog);
  checkSettings(settings, store);
  const now = store.now();
  platform.change(endpoint, () => {
    if (settings.workers.max > endpoint.settings.workers.max) markActive(endpoint, now);
    applySettings(endpoint, settings, { ...platform.effects.newRecord("rel"), at: now });
  });
}

/** Cancels its jobs, terminates its workers, and forgets it (E-5, J-50). */
export function deleteEndpoint(platform: ServerlessPlatform, endpoint: EndpointState): void {
  const { store, effects } = platform;
  const now = store.now();
  platform.change(endpoint, () => {
    // Nothing is scaled up for a last moment.
    endpoint.settings = { ...endpoint.settings, workers: { ...endpoint.settings.workers, min: 0, max: 0 } };
    endpoint.queue = [];
    for (const job of endpoint.jobs.values()) {
      if (isFinal(job)) continue;
      cancel(job, now);
      afterEnd(endpoint, job, now, effects);
    }
    for (const worker of [...endpoint.workers]) removeWorker(endpoint, worker, now, effects);
  });
  platform.remove(endpoint);
}

function templateOf({ store }: ServerlessPlatform, id: string | undefined): StoredTemplate | undefined {
  return id === undefined ? undefined : serverlessTemplate(store, id);
}
