import { basics } from "./basics";
import { continuing } from "./continuing";
import { failures } from "./failures";
import { imports } from "./imports";
import { options } from "./options";
import { plugins } from "./plugins";
import { programs } from "./programs";
import { reading } from "./reading";
import { references } from "./references";
import { replacements } from "./replacements";
import { targets } from "./targets";
import { transforms } from "./transforms";
import { values } from "./values";

export const families = {
  basics,
  continuing,
  failures,
  imports,
  options,
  plugins,
  programs,
  reading,
  references,
  replacements,
  targets,
  transforms,
  values,
};
