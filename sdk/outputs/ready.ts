import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const readyKind: Kind = { kind: "Ready", outputs: ["ids"] };

export abstract class ReadyOutputs extends PlatformResource {
  declare readonly ids: pulumi.Output<string[]>;
}
