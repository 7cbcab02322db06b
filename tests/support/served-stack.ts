import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { LocalStack, type StackOptions } from "../../engine";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import { findBackend } from "../../provider/host/backend";
import { fileStorage } from "../../provider/journal/storage";
import type { Notify } from "../../provider/host/notify";
import type { Mode } from "../../proofs/plugin";
import { programsHere } from "./program-here";

/** What a test does with a stack. */
export type ServedStack = Pick<
  LocalStack,
  "up" | "preview" | "refresh" | "destroy" | "cancel" | "setConfig" | "exportState" | "importState"
>;

export interface ServedHow {
  readonly mode?: Mode;
  readonly speed?: number;
  readonly notify?: Notify | "engine" | undefined;
  readonly journalDir?: string;
}

/**
 * A stack whose provider and program run in this process: to start one for every operation takes longer than the operation.
 * Use a real host where a test interrupts or kills one.
 *
 * @param options has the provider's settings in `env`. For the plugin, `projectDir` has a `node_modules/.bin`.
 * @param how.notify hears what the provider says, which a process of its own would tell the engine.
 * @param how.journalDir keeps the journal, which processes may share; without it, it is in memory and lives as long as the stack.
 * @param how.speed how many times as fast as real time the provider's clock goes, so that polls are not waited for.
 */
export async function openServed(
  options: StackOptions,
  { mode = "dynamic", speed = 100, notify, journalDir }: ServedHow = {},
): Promise<ServedStack> {
  const { env = {}, projectDir = "." } = options;
  const kept = {
    ...(journalDir !== undefined && { storage: fileStorage(join(journalDir, "journal")) }),
    backend: await findBackend({ PULUMI_BACKEND_URL: options.backendUrl }, projectDir),
  };
  const heard = notify && { listener: notify };
  const providers = new ServedProviders(mode, { clock: fastClock(speed), env, ...heard, ...kept });
  if (mode === "plugin") {
    // Whatever the engine finds there, a provider of this process is started in its place.
    const link = join(projectDir, "node_modules", ".bin", "pulumi-resource-compute");
    if (!existsSync(link)) symlinkSync(process.execPath, link);
  }
  return LocalStack.open({ ...options, ambient: { ...programsHere, start: providers.start } });
}
