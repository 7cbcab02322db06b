// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type ClassKind, PlatformResource } from "../resource";

export const readyKind: ClassKind = {
  kind: "Ready",
  outputs: ["ids"],
};

/** What a Ready has as outputs. */
export abstract class ReadyOutputs extends PlatformResource {
  /** Ids of the pods, once all of them are ready: what takes them as an argument comes afterwards. */
  declare readonly ids: pulumi.Output<string[]>;
}
