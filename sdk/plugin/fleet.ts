import * as dynamic from "../fleet/fleet";
import { Pod, Ready } from "./resources";

/** {@link dynamic.Fleet} through the plugin. */
export class Fleet extends dynamic.Fleet {
  /** @internal */
  static override readonly classes = { Pod, Ready };
}
