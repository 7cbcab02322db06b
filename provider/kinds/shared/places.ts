import { NotFoundError } from "../../../client";
import { type Asking, inAll, type Stock } from "../../capacity/stock";
import { isObject, type Props, strings } from "../../table/props";

export const aboveMost = (most: number, cloud: string): Stock => ({
  verdict: "never",
  says: most > 0 ? `allows at most ${most} in one ${cloud} pod` : `has none in ${cloud}`, // M-55
});

/** Where it may be: what the program allows (P-14), where its volume is (M-32), where there is networking (P-15). */
export async function placesOf(asking: Asking, asked: Props): Promise<readonly string[] | undefined> {
  const allowed = strings(asked.dataCenterIds);
  return inAll([
    allowed.length > 0 ? allowed : undefined,
    await placeOfVolume(asking, asked),
    asked.globalNetworking === true ? await networkedPlaces(asking) : undefined,
  ]);
}

async function placeOfVolume({ client }: Asking, { mounts }: Props): Promise<string[] | undefined> {
  const network: unknown = isObject(mounts) && Array.isArray(mounts.network) ? mounts.network[0] : undefined;
  if (!isObject(network) || typeof network.volumeId !== "string") return undefined;
  try {
    return [(await client.reads.networkVolume(network.volumeId)).dataCenter];
  } catch (error) {
    // A volume that is not there has no place: the refusal was about it.
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}

const networkedPlaces = async ({ catalog }: Asking): Promise<string[]> =>
  (await catalog.dataCenters({ globalNetwork: true })).map(({ id }) => id);
