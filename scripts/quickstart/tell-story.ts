import type { Driver, Settings } from "./driver";
import type { Platform } from "./platform";
import { explanation, isDrift } from "./reasons";
import { story } from "./story";
import { type Stage, Teller, type Told } from "./teller";

/** How many times faster than ours the emulator's clock runs: provisioning takes a moment in place of half a minute. */
export const speed = 20;

export interface Telling extends Pick<Stage, "keep" | "print" | "now"> {
  /** Through which engine; not opened yet. */
  readonly driver: Driver;
  readonly platform: Platform;
  /** Ends the story before its next chapter. */
  readonly signal: AbortSignal;
}

/** Makes the stack and tells its life, chapter by chapter; says what each was like. */
export async function tellStory({ driver, keep, platform, signal, print, now }: Telling): Promise<Told[]> {
  await driver.open();
  await driver.set(settingsFor(platform));
  const teller = new Teller({ driver, keep, platform, explanation, isDrift, print, now });
  const told: Told[] = [];
  for (const [index, chapter] of story.entries()) {
    signal.throwIfAborted();
    told.push(await teller.tell(chapter, index + 1));
  }
  return told;
}

function settingsFor({ addresses }: Platform): Settings {
  return {
    "compute:apiKey": { value: addresses.apiKey, secret: true },
    "compute:apiUrl": { value: addresses.apiUrl },
    "compute:baseUrl": { value: addresses.baseUrl },
    "compute:queueUrl": { value: addresses.queueUrl },
    registryPassword: { value: "quickstart-password-1", secret: true },
  };
}
