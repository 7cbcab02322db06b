import { CommandFailure } from "../io";
import type { Account } from "../state/accounts";
import type { Found } from "./find";

/** @throws CommandFailure where what seems to be gone was last seen with another key or at another address. */
export async function refuseUnseen({ drift }: Found, { resources, here }: Account): Promise<void> {
  const gone = new Set(
    drift.filter((one) => one.class === "terminated" || one.class === "replaced").map(({ urn }) => urn),
  );
  if (gone.size === 0 || here === undefined) return;
  const [{ seenElsewhere }, { notVisible }] = await Promise.all([
    import("../state/sightings.js"),
    import("../../provider/lifecycle/errors.js"),
  ]);
  for (const resource of resources) {
    const seen = gone.has(resource.urn) ? seenElsewhere(resource, here) : undefined;
    if (seen !== undefined)
      throw new CommandFailure(notVisible(`comparing ${resource.kind} ${resource.id}`, seen, here));
  }
}
