import { type Pricing, text } from "../../cost/pricing";

export const pricing: Pricing = {
  price: (inputs) => ({ perHour: undefined, what: `${text(inputs["size"])} GB; storage prices are not published` }),
};
