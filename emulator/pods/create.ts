import { maxPodCreateBytes, type PodCreate } from "../../api/pods";
import { badRequest, insufficientBalance, tooLarge } from "../kernel/refusal";
import type { Store } from "../store/store";
import { checkContainer, storedArgs } from "./container-rules";
import { checkCpu, checkDataCenters, checkGpu, checkNetworkingHardware, checkPool } from "./hardware-rules";
import { advanceAll, meterPod, wake } from "./lifecycle";
import { mountsOnCreate } from "./mount-rules";
import { fittingStocks, place } from "./placement";
import { podMembers, type StoredPod } from "./record";
import { expandTemplate, podTemplate } from "./template";

/** Creates a pod: template, cross-field rules, balance, capacity, in this order. */
export function createPod(store: Store, body: PodCreate): StoredPod {
  advanceAll(store);
  const request = body.templateId === undefined ? body : expandedRequest(store, body, body.templateId);
  const { hardware, ...rules } = checkPodRules(store, request);
  if (hardware.gpu) checkPool(store, hardware.gpu.id);
  checkMoney(store, hardware.ratePerHourUsd);
  const stock = place(store, rules.stocks, hardware.units);
  return addPod(store, {
    ...rules.settings,
    env: injectEnv(store, request, rules.settings.env),
    mounts: rules.mounts,
    template: null,
    globalNetworking: request.globalNetworking ?? false,
    stockId: stock.id,
    ...hardware,
  });
}

/** What arrived was within the limit; what the template makes of it must be too (P-3). */
function expandedRequest(store: Store, body: PodCreate, templateId: string): PodCreate {
  const request = expandTemplate(podTemplate(store, templateId), body);
  if (Buffer.byteLength(JSON.stringify(request)) > maxPodCreateBytes) throw tooLarge(maxPodCreateBytes);
  return request;
}

/** All mistakes of a request that do not depend on capacity or credit. */
export function checkPodRules(store: Store, request: PodCreate) {
  const { gpu, cpu, cloud = "SECURE", dataCenterIds = [], globalNetworking = false } = request;
  if (Boolean(gpu) === Boolean(cpu)) throw badRequest("exactly one of gpu and cpu is required"); // P-11
  const settings = { ...podMembers.created(request), args: storedArgs(request, "") };
  checkContainer(store, settings);
  const type = gpu && checkGpu(store, gpu, cloud);
  const flavor = cpu && checkCpu(store, cpu);
  checkDataCenters(store, dataCenterIds);
  const { mounts, volume } = mountsOnCreate(store, request.mounts ?? {}, { isCpu: !gpu, cloud });
  if (globalNetworking) checkNetworkingHardware(type);
  const stocks = fittingStocks(store, {
    type: gpu?.id ?? cpu?.id ?? "",
    cloud,
    gpu,
    dataCenterIds,
    globalNetworking,
    volumeDataCenter: volume?.dataCenter,
  });
  const hardware = {
    ...(gpu && { gpu: { id: gpu.id, count: gpu.count ?? 1 } }),
    ...(cpu && { cpu }),
    units: gpu ? (gpu.count ?? 1) : (cpu?.vcpuCount ?? 0),
    ratePerHourUsd: type
      ? usdTimes(type.price[cloud === "SECURE" ? "secure" : "community"], gpu?.count ?? 1)
      : usdTimes(flavor?.price.securePerVcpu ?? 0, cpu?.vcpuCount ?? 0), // P-61
  };
  return { settings, mounts, stocks, hardware };
}

/** A price times a count to the millionth of a dollar: 3 × 0.69 is 2.07, without the binary dust. */
export const usdTimes = (priceUsd: number, count: number): number => Math.round(priceUsd * count * 1e6) / 1e6;

/** One hour must be covered (P-17), and the cap holds over all resources (P-19, CH-19). */
export function checkMoney(store: Store, ratePerHourUsd: number): void {
  const { creditUsd, spendingCapPerHourUsd } = store.settings;
  const left = creditUsd - store.ledger.spentUsd(store.now());
  // Sums of prices carry rounding errors far below a cent.
  const isAbove = (value: number, limit: number) => value > limit + 1e-9;
  if (isAbove(ratePerHourUsd, left)) throw insufficientBalance();
  if (isAbove(store.ledger.cappedRatePerHourUsd() + ratePerHourUsd, spendingCapPerHourUsd)) throw insufficientBalance();
}

/** The variables that the start flags add, unless the request sets them (P-52, P-53, CH-25). */
export function injectEnv(
  store: Store,
  { startSsh, startJupyter }: Pick<PodCreate, "startSsh" | "startJupyter">,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    ...(startSsh && store.sshKeys.length > 0 && { PUBLIC_KEY: store.sshKeys.join("\n") }),
    ...(startJupyter && !("JUPYTER_PASSWORD" in env) && { JUPYTER_PASSWORD: store.ids.text(20) }),
    ...env,
  };
}

type NewPod = Omit<
  StoredPod,
  "id" | "seq" | "createdAt" | "status" | "since" | "isPlaced" | "startedAt" | "boots" | "polls"
> & { readonly id?: string };

/** Puts a pod that passed every check where it runs; the meter starts at once (P-57). */
export function addPod(store: Store, settings: NewPod): StoredPod {
  const now = store.now();
  const pod: StoredPod = {
    ...settings,
    id: settings.id ?? store.ids.next("p"),
    seq: store.nextSeq(),
    createdAt: now,
    status: "PROVISIONING",
    since: now,
    isPlaced: false,
    startedAt: null,
    boots: 0,
    polls: 0,
  };
  store.capacity.take(pod.stockId, pod.units);
  meterPod(store, pod, now);
  wake(store, pod);
  store.pods.set(pod);
  for (const listener of store.podListeners) listener(pod, now);
  return pod;
}
