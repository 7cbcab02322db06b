import type { ClusterCreate } from "../../api/clusters";
import type { PodCreate } from "../../api/pods";
import type { Stock } from "../catalog/capacity";
import { hasCommand } from "../pods/container-rules";
import { addPod, checkMoney, checkPodRules, injectEnv } from "../pods/create";
import { hashOf } from "../pods/record";
import { checkPool } from "../pods/hardware-rules";
import { advanceAll } from "../pods/lifecycle";
import { noCapacity } from "../pods/placement";
import { expandTemplate, podTemplate } from "../pods/template";
import { memberIp } from "../pods/view";
import { badRequest } from "../kernel/refusal";
import type { Store } from "../store/store";
import { clusterMembers, type StoredCluster } from "./record";

/** Creates a cluster and its members, all alike (C-24), in one data center (C-25). */
export function createCluster(store: Store, body: ClusterCreate): StoredCluster {
  advanceAll(store);
  const template = body.templateId === undefined ? undefined : podTemplate(store, body.templateId);
  if (template) refuseSettingsBesideTemplate(body);
  else if (body.image === undefined) throw badRequest("image or templateId is required"); // C-23, CH-27
  const { gpuTypeId, gpuCountPerPod, podCount } = body.compute;
  const { type: _shown, compute, ...settingsOfMembers } = body;
  const member = { ...settingsOfMembers, gpu: { id: gpuTypeId, count: gpuCountPerPod } };
  const request: PodCreate = template ? expandTemplate(template, member) : member;

  const { settings, mounts, stocks, hardware } = checkPodRules(store, request); // C-26
  checkPool(store, gpuTypeId);
  checkMoney(store, hardware.ratePerHourUsd * podCount);
  const machines = placeTogether(store, stocks, gpuCountPerPod, podCount);

  const id = store.ids.next("c");
  // The flags act once for all members, so that they share one password.
  const env = injectEnv(store, request, settings.env);
  const members = machines.map((stock, rank) => {
    return addPod(store, {
      ...settings,
      env: { ...overlayEnv(id, compute, rank), ...env },
      name: `${body.name}-${rank}`,
      mounts,
      template: null,
      globalNetworking: false,
      stockId: stock.id,
      ...hardware,
      cluster: { id, rank },
    });
  });
  return store.clusters.set({
    id,
    seq: store.nextSeq(),
    createdAt: store.now(),
    ...clusterMembers.created(body),
    ...(template && { template: template.id }),
    podIds: members.map((member) => member.id),
    network: {
      cidr: memberIp(id, -2).replace(/\.0\.0$/, ".0.0/16"),
      vxlanId: 100 + (hashOf(id) % 900),
      vxlanPort: 4789,
    },
  });
}

/** A template stands alone (C-21). */
function refuseSettingsBesideTemplate(body: ClusterCreate): void {
  const { image, disk, env, ports, mounts } = body;
  if (hasCommand(body) || [image, disk, env, ports, mounts].some((setting) => setting !== undefined)) {
    throw badRequest("templateId excludes image, args, entrypoint, cmd, disk, env, ports and mounts");
  }
}

/** A machine for each member, all in the first data center that has enough. */
function placeTogether(store: Store, stocks: readonly Stock[], perPod: number, podCount: number): Stock[] {
  for (const dataCenter of new Set(stocks.map((stock) => stock.dataCenter))) {
    const machines = stocks
      .filter((stock) => stock.dataCenter === dataCenter)
      .flatMap((stock) => Array.from({ length: Math.floor(store.capacity.free(stock.id) / perPod) }, () => stock));
    if (machines.length >= podCount) return machines.slice(0, podCount);
  }
  throw noCapacity();
}

/** How members find each other (C-31). */
function overlayEnv(
  id: string,
  { gpuCountPerPod, podCount }: ClusterCreate["compute"],
  rank: number,
): Record<string, string> {
  return {
    PRIMARY_ADDR: memberIp(id, 0),
    PRIMARY_PORT: "29500",
    NODE_ADDR: memberIp(id, rank),
    NODE_RANK: String(rank),
    NUM_NODES: String(podCount),
    NUM_TRAINERS: String(gpuCountPerPod),
    WORLD_SIZE: String(podCount * gpuCountPerPod),
  };
}
