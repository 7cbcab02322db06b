import type { Input } from "@pulumi/pulumi";
import type { Pod } from "../pod";
import type { IdOf, TimeoutsArgs } from "../values";

export interface ReadyArgs {
  readonly pods: Input<Input<IdOf<Pod>>[]>;
  readonly waitFor?: Input<"running" | "ssh">;
  readonly timeouts?: TimeoutsArgs;
}
