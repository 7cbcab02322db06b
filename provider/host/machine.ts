import { randomBytes } from "node:crypto";
import { createResourceClient, systemClock } from "../../client";
import { notifyWithCommandHere } from "./called";
import { isEngineThere } from "./engine";
import { notifyOfHost } from "./host-log";
import { openBookkeeping } from "./open-bookkeeping";
import { program, unsentUntil } from "./program";
import type { HostContext } from "./session";

/** This machine and this process as the sources of time, chance, settings and clients. */
export const machine: HostContext = {
  env: process.env,
  clock: systemClock,
  randomBytes,
  connect: (settings, clock, isSecret, hooks) =>
    createResourceClient({ ...settings, clock, isSecret, hooks }, undefined, isEngineThere, unsentUntil(program.gone)),
  openBookkeeping: (settings, clock, notify) => openBookkeeping(settings, clock, process.env, notify),
  notify: notifyWithCommandHere(notifyOfHost(systemClock, process.argv)),
  calledOff: program.gone,
};
