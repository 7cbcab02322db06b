import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { LocalStack, type StackOptions } from "../../engine";
import { chanceFrom } from "../../proofs/chance";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import type { Notify } from "../../provider/host/notify";
import type { Mode } from "../../proofs/plugin";
import { programsHere } from "./program-here";
import { temporaryFolder } from "./temporary-folder";

/** What a test does with a stack. */
export type ServedStack = Pick<
  LocalStack,
  "up" | "preview" | "refresh" | "destroy" | "setConfig" | "exportState" | "importState"
>;

/**
 * A stack whose provider and program run in this process: to start one for every operation takes longer than the operation.
 * Its journal is in memory and lives as long as the stack. Use a real host where a test interrupts or kills one.
 *
 * @param options has the provider's settings in `env`. For the plugin, `projectDir` has an empty `node_modules/.bin`.
 * @param how.notify hears what the provider says, which a process of its own would tell the engine.
 * @param how.speed how many times as fast as real time the provider's clock goes, so that polls are not waited for.
 */
export async function openServed(
  options: StackOptions,
  { mode = "dynamic", speed = 100, notify }: { mode?: Mode; speed?: number; notify?: Notify } = {},
): Promise<ServedStack> {
  const folder = join(temporaryFolder("served"), "plugin");
  const providers = new ServedProviders(mode, folder, fastClock(speed), chanceFrom(1), options.env ?? {}, notify);
  if (mode === "plugin") {
    const executable = "pulumi-resource-compute";
    symlinkSync(join(folder, executable), join(options.projectDir ?? ".", "node_modules", ".bin", executable));
  }
  return LocalStack.open({ ...options, ambient: { ...programsHere, start: providers.start } });
}
