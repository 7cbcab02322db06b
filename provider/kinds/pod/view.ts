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

/** A pod as Pulumi sees it: arguments in the form of the request, and what is computed. `asked` is what is known so far. */
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

/** As it was asked for; the count that goes without saying stays unsaid. */
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

function endpointsOf({ runtime, ports }: Pod): Record<string, string> {
  const entries = (runtime?.ports ?? []).flatMap(({ private: inside, public: outside, ip }) => {
    const port = ports.find((spec) => spec.startsWith(`${inside}/`));
    return port && ip && outside ? [[port, `${ip}:${outside}`] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * A pod in ERROR has stopped too, and a refresh hands back what a program may ask for; the output `status` says which. A
 * pod at rest is as the program wants it.
 */
function observeStatus(pod: Pod, asked: Props): unknown {
  if (isAtRest(pod, asked)) return asked.desiredStatus;
  return isStopped(pod) ? "EXITED" : "RUNNING";
}

/**
 * Networking takes effect at the next start only (P-51), so that what is in effect may lag behind what was asked for.
 * It may get its address later than it runs (P-56): only a change of what is in effect tells anything, or a later start.
 */
function observeNetworking({ globalNetworking, startedAt, status }: Pod, asked: Props): boolean {
  const { enabled } = globalNetworking;
  const before = isObject(asked.networking) ? asked.networking.enabled : undefined;
  const isStarted = status === "RUNNING" && typeof asked.startedAt === "string";
  const isNews = (before ?? false) !== enabled || (isStarted && asked.startedAt !== startedAt);
  return isNews ? enabled : asked.globalNetworking === true;
}

/** What the addresses of a pod follow from. */
interface Reachable {
  readonly id: string;
  /** As in the arguments: `8080/http`. */
  readonly ports: readonly string[];
  /** Addresses that the platform tells, by port. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/**
 * The address of each http port of a pod. The platform serves http ports through a proxy of its own, and its contract names
 * no address for them: it follows from `pattern`, in which `{podId}` and `{port}` stand for both. Without a pattern a port has
 * an address only where the platform tells one.
 */
export function portUrls({ id, ports, endpoints }: Reachable, pattern: string | undefined): Record<string, string> {
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
