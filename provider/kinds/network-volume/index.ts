import { type Pricing, text } from "../../cost/pricing";
import { networkVolume as resource } from "./fields";
import { networkVolumeOperations as operations } from "./requests";

const pricing: Pricing = {
  price: (inputs) => ({ perHour: undefined, what: `${text(inputs["size"])} GB; storage prices are not published` }),
};

export const kind = { resource, operations, pricing };
