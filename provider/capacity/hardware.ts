import type { Session } from "../host/session";
import type { Props } from "../table/props";
import type { Stock } from "./stock";

/** What a look at the catalog takes. */
export type Asking = Pick<Session, "client" | "catalog">;

/** Hardware that may be scarce. Inputs hold one alternative. */
export interface Hardware {
  /** In words, e.g. `2 × NVIDIA H200`. */
  label(asked: Props): string;
  /** Which of the catalog's lists shows it, as `compute catalog` names them. */
  list(asked: Props): "gpus" | "cpus";
  /** What the catalog says about it. */
  stock(asking: Asking, asked: Props): Promise<Stock>;
}
