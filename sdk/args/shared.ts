// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** What the arguments of every kind begin with. */
export interface TimedArgs {
  /**
   * How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.
   *
   * Allowed: `{ create?, update?, delete? }`, each seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly timeouts?: TimeoutsArgs;
}

/** The same, of the kinds that can manage an existing object. */
export interface AdoptableArgs extends TimedArgs {
  /**
   * An existing object to manage instead of creating a new one. Every declared argument is compared with it: differences that an update can change are updated, any other is refused, and arguments that the platform never returns are assumed to match. Afterwards the resource behaves like any other, and deleting it deletes the object. Ignored once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` if that name is unique in the account; `null` creates a new one.
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}
