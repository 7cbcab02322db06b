import type { StoredPod } from "../pods/record";
import type { LogSourceName } from "./log";

/** How often a running container says something, in ms. */
export const beatMs = 30_000;

interface Line {
  readonly source: LogSourceName;
  readonly line: string;
}

const system = (...lines: string[]): Line[] => lines.map((line) => ({ source: "system", line }));
const container = (...lines: string[]): Line[] => lines.map((line) => ({ source: "container", line }));

type Entered = Pick<StoredPod, "status" | "image" | "boots" | "gpu" | "ports">;

/** The lines of the host and the container when the pod enters its status. They never contain values of the environment. */
export function linesOnEntering({ status, image, boots, gpu, ports }: Entered): Line[] {
  switch (status) {
    case "PROVISIONING":
      return system("pod created, waiting for a machine");
    case "STARTING":
      return system(
        boots === 0 ? "machine assigned" : "container stopped",
        `pulling image ${image}`,
        "create container",
      );
    case "RUNNING":
      return [
        ...system("image is ready", "start container", `container started (boot ${boots})`),
        ...container(gpu ? `${gpu.count} x ${gpu.id} found` : "no GPU, running on CPU"),
        ...ports.map((port) => ({ source: "container" as const, line: `listening on ${port}` })),
      ];
    case "EXITED":
      return system("container stopped");
    case "ERROR":
      return system(`container of ${image} failed`);
    case "TERMINATED":
      return system("pod terminated");
  }
}

/** A running container's occasional line. */
export function lineOnBeat(startedAt: number | null, at: number): string {
  const step = Math.floor((at - (startedAt ?? at)) / beatMs);
  return `step ${step} done`;
}
