import { isOnePlatform, type Sighting, sightingIn, viewOf } from "../../provider/state/sighting";
import type { Settings } from "../../client/settings/settings";
import type { StackResource } from "./deployment";

export { type Sighting, viewOf } from "../../provider/state/sighting";

/** From where a command with these settings looks. Undefined where they accept that what it can't see is gone. */
export function sightingHere(settings: Settings): Sighting | undefined {
  const { here, isMissingAccepted } = viewOf(settings);
  return isMissingAccepted ? undefined : here;
}

/** Where state says that the object was last seen, if that is not here: then a 404 does not mean gone. */
export function seenElsewhere({ outputs }: StackResource, here: Sighting): Sighting | undefined {
  const seen = sightingIn(outputs);
  return seen === here ? undefined : seen;
}

/**
 * Of what states have, what may be on the platform that is looked at from here. Ids are the platform's: two of them, such as emulators with
 * one seed, give the same.
 */
export const onPlatformOf = (here: Sighting, resources: readonly StackResource[]): readonly StackResource[] =>
  resources.filter(({ outputs }) => isOnePlatform(sightingIn(outputs) ?? here, here));
