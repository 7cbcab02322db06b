import { toCluster } from "../clusters/view";
import { toPod } from "../pods/view";
import type { Store } from "../store/store";
import { toTemplate } from "../templates/record";
import { redact, withoutValues } from "./mask";

/** Everything for inspection, without credentials, secrets and values of environments. */
export function stateOf(store: Store): Record<string, unknown> {
  const now = store.now();
  const spentUsd = store.ledger.spentUsd(now);
  const spent = store.ledger.spentByIdUsd(now);
  const costOf = (ids: readonly string[]) => ({
    computePerHourUsd: total(ids.map((id) => store.ledger.computeRateOfUsd(id))),
    ratePerHourUsd: total(ids.map((id) => store.ledger.rateOfUsd(id))),
    spentUsd: total(ids.map((id) => spent.get(id) ?? 0)),
  });
  const pods = store.pods.newestFirst().map((pod) => ({ ...withoutValues(toPod(store, pod)), ...costOf([pod.id]) }));
  return {
    now: new Date(now).toISOString(),
    account: {
      computePerHourUsd: store.ledger.computePerHourUsd(),
      ratePerHourUsd: store.ledger.ratePerHourUsd(),
      spentUsd,
      balanceUsd: store.settings.creditUsd - spentUsd,
      sshKeys: store.sshKeys.length,
    },
    settings: store.settings,
    keys: store.keys.dump().map(({ key, ...record }) => ({ key: redact(key), ...record })),
    rateWindows: byUser(store.limiter.usage(now)),
    rateResets: byUser(store.limiter.resets(now)),
    pods,
    clusters: store.clusters
      .newestFirst()
      .map((cluster) => ({ ...toCluster(store, cluster), ...costOf(cluster.podIds) })),
    networkVolumes: store.volumes.newestFirst().map((volume) => ({ ...volume, ...costOf([volume.id]) })),
    registries: store.registries.newestFirst().map(({ id, name }) => ({ id, name })),
    delegations: store.delegations.newestFirst().map(({ record }) => record),
    templates: store.templates
      .newestFirst()
      .filter(({ owner }) => owner === "self")
      .map((template) => withoutValues(toTemplate(template))),
    secrets: store.secrets.newestFirst().map(({ record }) => record),
    faults: store.faults.list(),
    scripts: store.scripts.list(),
    ...store.inspectSections(),
  };
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** A key with windows of its own stays as hidden as elsewhere. */
function byUser<T>(facts: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(facts).map(
    ([user, fact]) => [user.startsWith("key:") ? `key:${redact(user.slice(4))}` : user, fact] as const,
  );
  return Object.fromEntries(entries);
}
