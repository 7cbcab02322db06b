import type { Props } from "../../../provider/table/props";
import { volume } from "../fixtures";
import type { Machine } from "../machine";
import { wire } from "../rig";

/** Inputs of the volume of this resource, as the engine has them after `check`. */
export const checkedBy =
  ({ networkVolume }: Pick<ReturnType<Machine["process"]>, "networkVolume">) =>
  async (name: string, over: Props = {}, olds: Props = {}): Promise<Props> => {
    const news = { ...volume, ...over, __key: `key-${name}`, __logicalName: name };
    return wire((await networkVolume.check(olds, news)).inputs);
  };

/** A volume that a run of its own has made: its id, and the outputs that the engine then has. */
export async function madeBy(making: ReturnType<Machine["process"]>, name: string): Promise<[string, Props]> {
  const { id, outs } = await making.networkVolume.create(await checkedBy(making)(name));
  await making.end();
  return [id, wire(outs)];
}
