import type { Mode } from "./plugin";
import { strikingHost } from "./striking-host";

/** The files in which a proof's host reports its state. */
export interface HostFiles {
  /** The host's process id. */
  readonly pid: string;
  /** Written by a host that kills itself. */
  readonly struck: string;
}

/**
 * Runs first in the provider host, by `NODE_OPTIONS`: writes the process id and speeds up time, so that polls and windows
 * of many seconds take tens of milliseconds. It patches only the functions behind our own clock.
 */
const preload = `
import timers from "node:timers/promises";
import { writeFileSync } from "node:fs";
import Module from "node:module";
import http2 from "node:http2";
import { channel } from "node:diagnostics_channel";
import { AsyncLocalStorage } from "node:async_hooks";
if ((process.argv[1] ?? "").includes(process.env.PROVE_HOST)) {
  writeFileSync(process.env.PROVE_PID_FILE, String(process.pid));
  const speed = Number(process.env.PROVE_SPEED);
  const started = Date.now();
  const now = Date.now;
  Date.now = () => started + (now() - started) * speed;
  const wait = timers.setTimeout;
  timers.setTimeout = (ms, ...rest) => wait(ms / speed, ...rest);
  ${strikingHost}
}`;

const hosts: Readonly<Record<Mode, string>> = { dynamic: "dynamic-provider", plugin: "pulumi-resource-compute" };

/** The environment for such a host. @param speed the factor relative to real time. */
export function fastHost({ pid, struck }: HostFiles, speed: number, mode: Mode): Record<string, string> {
  return {
    PROVE_HOST: hosts[mode],
    PROVE_PID_FILE: pid,
    PROVE_STRUCK_FILE: struck,
    PROVE_SPEED: String(speed),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  };
}
