/** What a resource's page tells beyond its declaration. */
export interface PageParts {
  /** A whole program; the tests of the documentation deploy it. */
  readonly example: string;
  /** Why a field can't change in place, where nothing more particular is known. */
  readonly whyReplaced: string;
  /** What happens when somebody changes the object behind Pulumi's back. */
  readonly drift: readonly (readonly [what: string, found: string, mended: string])[];
  /** Codes that are met with this kind, of those in `error-table`. */
  readonly errors: readonly string[];
  /** Anything about taking over an existing object that holds for this kind alone. */
  readonly adopting: string;
  /** Properties of the class that follow from outputs. */
  readonly derived?: readonly { name: string; type: string; doc: string; rules: readonly string[] }[];
}
