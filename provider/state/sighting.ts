import { scryptSync } from "node:crypto";
import type { Props } from "../table/props";
import type { Settings } from "../host/settings";
import { hidden } from "./state";
import { withoutTrailing } from "../../client/text";

/**
 * Where an object was made or last seen: `<digest of the key>@<digest of the address>`, kept in state. A platform answers 404 for an
 * object of another account too, so a 404 is believed only from where the object was seen before.
 */
export type Sighting = string;

/** The sighting of a run with these settings. */
export const sightingOf = ({ apiUrl = "", apiKey = "" }: Settings): Sighting =>
  `${keyDigestOf({ apiKey })}@${addressDigest(apiUrl)}`;

/** The part of a sighting that tells the account. */
export const keyDigestOf = ({ apiKey = "" }: Settings): string => digestOf("key", apiKey);

/** Where state says that the object was seen, if it says so. */
export function sightingIn(state: Props): Sighting | undefined {
  const { [hidden.seen]: seen } = state;
  return typeof seen === "string" ? withDigest(seen) : undefined;
}

/** Early states have the address itself. */
function withDigest(sighting: string): Sighting {
  const [key, address] = partsOf(sighting);
  return `${key}@${addressDigest(address)}`;
}

function partsOf(sighting: string): [key: string, address: string] {
  const at = sighting.indexOf("@");
  return [sighting.slice(0, at), sighting.slice(at + 1)];
}

/** Whether two sightings are of one platform, with whatever keys. */
export const isOnePlatform = (one: Sighting, other: Sighting): boolean => partsOf(one)[1] === partsOf(other)[1];

/** Whether two sightings are with one key, at whatever address. */
export const isOneKey = (one: Sighting, other: Sighting): boolean => partsOf(one)[0] === partsOf(other)[0];

/** How a run looks at the platform: from where, and whether people have said that what can't be seen from there is gone. */
export interface View {
  readonly here: Sighting;
  readonly isMissingAccepted: boolean;
}

/** The view of a run with these settings. */
export function viewOf(settings: Settings): View {
  const here = sightingOf(settings);
  const { acceptMissing } = settings;
  return { here, isMissingAccepted: acceptMissing !== undefined && withDigest(acceptMissing) === here };
}

/** For messages. */
export function inWords(sighting: Sighting): string {
  const [key, address] = partsOf(sighting);
  return `the key with the digest ${key} at the address with the digest ${address}`;
}

/** The same of an address alone, where it is noted. */
export const addressInWords = ({ address }: { readonly address?: string | undefined }): string =>
  address === undefined ? "another address" : `the address with the digest ${addressDigest(address)}`;

/** An address may be a secret of the stack: what is stored, and what messages say, is a digest of it. One that is a digest already stays. */
export function addressDigest(address: string): string {
  if (/^[0-9a-f]{5}$/.test(address)) return address;
  if (!URL.canParse(address)) return digestOf("address", address);
  const { origin, pathname } = new URL(address);
  return digestOf("address", origin + withoutTrailing(pathname, "/"));
}

const digests = new Map<string, string>();

/**
 * Twenty bits of a stretched hash: two texts differ in it but for one case in a million, and a key can't be found from
 * it, since of any million guesses one fits. Takes 10 ms once a process.
 */
function digestOf(what: "key" | "address", text: string): string {
  const place = `${what} ${text}`;
  const digest =
    digests.get(place) ?? scryptSync(text, `compute:${what}`, 16, { N: 4_096 }).toString("hex").slice(0, 5);
  digests.set(place, digest);
  return digest;
}
