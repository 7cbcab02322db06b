import { isOnePlatform, type Sighting, sightingIn, viewOf } from "../../provider/state/sighting";
import type { Settings } from "../../client/settings/settings";
import type { StackResource } from "./deployment";

export { type Sighting, viewOf } from "../../provider/state/sighting";

/** The sighting of a command with these settings. Undefined if they confirm that invisible objects are gone. */
export function sightingHere(settings: Settings): Sighting | undefined {
  const { here, isMissingAccepted } = viewOf(settings);
  return isMissingAccepted ? undefined : here;
}

/** The sighting in the state if it differs from this one: a 404 then does not mean gone. */
export function seenElsewhere({ outputs }: StackResource, here: Sighting): Sighting | undefined {
  const seen = sightingIn(outputs);
  return seen === here ? undefined : seen;
}

/**
 * The resources that may be on this platform. Ids are unique only within a platform: two emulators with one seed produce
 * the same.
 */
export const onPlatformOf = (here: Sighting, resources: readonly StackResource[]): readonly StackResource[] =>
  resources.filter(({ outputs }) => isOnePlatform(sightingIn(outputs) ?? here, here));
