import { costs } from "../../cost/pricing";

export const pricing = costs(0, "billed by its endpoint");
