import { basics } from "./basics";
import { failures } from "./failures";
import { options } from "./options";
import { reading } from "./reading";
import { replacements } from "./replacements";
import { values } from "./values";

export const families = { basics, failures, options, reading, replacements, values };
