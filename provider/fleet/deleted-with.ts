/**
 * Why a program must not have the option `deletedWith`: with it the engine asks no provider to delete the resource, since whatever it is
 * deleted with is taken to delete it too; and on the platform nothing does.
 *
 * @param what the objects that would stay.
 */
export const deletedWithLeaves = (resource: string, what: string): string =>
  `${resource}: the option \`deletedWith\` would leave ${what} on the platform, with all that this costs: Pulumi drops the resource from ` +
  "the state without a deletion, and the platform deletes nothing together with another object. What to do: leave the option out; if " +
  "the order matters, `dependsOn` has this resource deleted before the other one. If an earlier `up` had the option, run `up` without it " +
  "before you run `destroy` or take the resource out of the program.";
