import { scryptSync } from "node:crypto";
import { addressOf } from "../../client/settings/address";
import type { Props } from "../table/props";
import type { Settings } from "../host/settings";
import { hidden } from "./state";

/**
 * Where an object was made or last seen: `<digest of the key>@<address>`, kept in state. A platform answers 404 for an
 * object of another account too, so a 404 is believed only from where the object was seen before.
 */
export type Sighting = string;

/** The sighting of a run with these settings. */
export function sightingOf({ apiUrl, apiKey }: Settings): Sighting {
  const { origin, prefix } = addressOf("api", { apiUrl });
  return `${keyDigest(apiKey ?? "")}@${origin}${prefix}`;
}

/** Where state says that the object was seen, if it says so. */
export function sightingIn(state: Props): Sighting | undefined {
  const { [hidden.seen]: seen } = state;
  return typeof seen === "string" ? seen : undefined;
}

/** How a run looks at the platform: from where, and whether people have said that what can't be seen from there is gone. */
export interface View {
  readonly here: Sighting;
  readonly isMissingAccepted: boolean;
}

/** The view of a run with these settings. */
export function viewOf(settings: Settings): View {
  const here = sightingOf(settings);
  return { here, isMissingAccepted: settings.acceptMissing === here };
}

/** For messages. */
export function inWords(sighting: Sighting): string {
  const at = sighting.indexOf("@");
  return `the key with the digest ${sighting.slice(0, at)} at ${sighting.slice(at + 1)}`;
}

const digests = new Map<string, string>();

/**
 * Twenty bits of a stretched hash: two keys differ in it but for one case in a million, and a key can't be found from
 * it, since of any million guesses one fits. Takes 10 ms once a process.
 */
function keyDigest(apiKey: string): string {
  let digest = digests.get(apiKey);
  if (digest === undefined) {
    digest = scryptSync(apiKey, "compute:key", 16, { N: 4_096 }).toString("hex").slice(0, 5);
    digests.set(apiKey, digest);
  }
  return digest;
}
