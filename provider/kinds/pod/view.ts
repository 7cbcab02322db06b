import { ownMember } from "../../../values/own-member";
import type { Pod } from "../../../api/pods";
import { sshWaysOf } from "../../../client/queries/ssh";
import type { Settings } from "../../host/settings";
import { isObject, type Props } from "../../table/props";
import { hidden } from "../../state/state";
import { reported } from "../../table/requests";
import { observeCommand } from "../shared/command";
import { inheritedEnv, injected, observeEnv } from "../shared/environment";
import { observeMounts } from "../shared/mounts";
import { pod as declaration } from "./fields";
import { hasRun } from "../shared/pod-readiness";
import { isAtRest, isStopped } from "./waiting";

/** A pod as properties: arguments in the form of the request, and computed ones. `asked` is the earlier knowledge. */
export function observePod(pod: Pod, asked: Props, { portUrl }: Settings = {}): Props {
  const inherited = inheritedEnv(pod.env, asked);
  return {
    ...reported(declaration, pod),
    ...observeCommand(pod, asked),
    env: observeEnv(declaration, pod.env, asked, [...inherited, ...injected]), // P-60
    gpu: pod.gpu && observeGpu(pod.gpu, asked.gpu),
    cpu: pod.cpu && { id: pod.cpu.id, vcpuCount: pod.cpu.vcpuCount },
    globalNetworking: observeNetworking(pod, asked),
    mounts: observeMounts(pod.mounts),
    desiredStatus: observeStatus(pod, asked),
    ...computed(pod, portUrl),
    [hidden.inheritedEnv]: inherited,
    [hidden.unrun]: pod.startedAt === asked.startedAt && hasRun(pod) ? asked[hidden.unrun] : undefined,
  };
}

/** The GPU in the program's form: a default count stays omitted. */
function observeGpu({ id, count }: NonNullable<Pod["gpu"]>, asked: unknown): Props {
  const request = isObject(asked) ? asked : {};
  return { ...request, id, ...((request.count !== undefined || count !== 1) && { count }) };
}

function computed(pod: Pod, portUrl: string | undefined): Props {
  const { cost, globalNetworking } = pod;
  const { proxy, direct, command } = sshWaysOf(pod);
  const { vcpuCount, memory } = pod.gpu ?? pod.cpu ?? {};
  const endpoints = endpointsOf(pod);
  const urls = portUrls({ id: pod.id, ports: pod.ports, endpoints }, portUrl);
  return {
    costPerHour: cost,
    vcpuCount,
    memory,
    ssh: { proxy, direct, command },
    endpoints,
    urls,
    jupyterUrl: urls["8888/http"],
    networking: globalNetworking,
    jupyterPassword: pod.env.JUPYTER_PASSWORD,
  };
}

/** From this number up a port asks for any number, as long as it is the same inside and outside. */ // M-10
const firstAnyPort = 70_000;

/** Nothing tells which of several ports with numbers of the platform's choice got which: each stands under what it got. */
function endpointsOf({ runtime, ports }: Pod): Record<string, string> {
  const entries = (runtime?.ports ?? []).flatMap(({ private: inside, public: outside, type, ip }) => {
    const isType = (spec: string) => type === undefined || spec.endsWith(`/${type}`);
    const named = ports.find((spec) => spec.startsWith(`${inside}/`) && isType(spec));
    const any = ports.filter((spec) => inside === outside && Number.parseInt(spec) >= firstAnyPort && isType(spec));
    const port = named ?? (any.length > 1 ? `${inside}/${type ?? "tcp"}` : any[0]);
    return port && ip && outside ? [[port, `${ip}:${outside}`] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** A pod in ERROR has stopped too; the output `status` distinguishes them. A resting pod matches the program. */
function observeStatus(pod: Pod, asked: Props): unknown {
  if (isAtRest(pod, asked)) return asked.desiredStatus;
  return isStopped(pod) ? "EXITED" : "RUNNING";
}

/**
 * Networking takes effect only at the next start (P-51), so the effective value may lag behind the program's. A running pod
 * may get its address late (P-56). Only a change of the effective value, or a later start, is conclusive.
 */
function observeNetworking({ globalNetworking, startedAt, status }: Pod, asked: Props): boolean {
  const { enabled } = globalNetworking;
  const before = isObject(asked.networking) ? asked.networking.enabled : undefined;
  const isStarted = status === "RUNNING" && typeof asked.startedAt === "string";
  const isNews = (before ?? false) !== enabled || (isStarted && asked.startedAt !== startedAt);
  return isNews ? enabled : asked.globalNetworking === true;
}

/**
 * The address of each http port of a pod. The platform serves http ports through a proxy, but its contract names no address
 * for them, so it is made from `pattern` with `{podId}` and `{port}`. Without a pattern a port has an address only if the
 * platform reports one.
 */
export function portUrls(
  { id, ports, endpoints }: Pick<Pod, "id" | "ports"> & { readonly endpoints: Readonly<Record<string, string>> },
  pattern: string | undefined,
): Record<string, string> {
  const http = ports.filter((port) => port.endsWith("/http"));
  return Object.fromEntries(
    http.flatMap((port) => {
      const told = ownMember(endpoints, port);
      const url =
        pattern?.replaceAll("{podId}", id).replaceAll("{port}", port.slice(0, -"/http".length)) ??
        (told && `http://${told}`);
      return url ? [[port, url] as const] : [];
    }),
  );
}
