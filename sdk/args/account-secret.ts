// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** A value that the platform keeps and puts into containers when they boot: an environment variable of a pod, an endpoint or a template names it, and the value itself is in no program, state or log of theirs. A new value is set in place; containers that run keep the old one until they boot again. */
export interface AccountSecretArgs {
  /**
   * The name by which environment variables refer to the secret. Unique in the account, whatever its case. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: 1 to 191 letters, digits, `_`, `.`, `-` and `/`, the first of them a letter or `_`; the platform refuses names that begin with its reserved prefix.
   * On change: replace.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * What containers get. Never an output; outputs hold only a fingerprint of it. Always a secret.
   *
   * Allowed: string, at least 1 character and less than 16,777,216 bytes.
   * On change: update.
   */
  readonly value: Input<string>;
  /**
   * What the secret is for, in words that everybody who uses the account may read.
   *
   * Allowed: string, at most 65,535 bytes.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "".
   */
  readonly description?: Input<string>;
  /**
   * How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.
   *
   * Allowed: `{ create?, update?, delete? }`, each seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to manage instead of creating a new one. Every declared argument is compared with it: differences that an update can change are updated, any other is refused, and arguments that the platform never returns are assumed to match. Afterwards the resource behaves like any other, and deleting it deletes the object. Ignored once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` if that name is unique in the account; `null` creates a new one.
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}
