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
