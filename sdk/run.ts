import * as pulumi from "@pulumi/pulumi";

/** Where no stack runs, as in a script, the whole process counts as one run. */
const outside = {};

/**
 * Something of which each run of a program has its own. One process can run many programs, one after the other or side by
 * side, each with a tenant of its own (the Automation API, the local engine), and nothing of a run may reach another.
 */
export function perRun<T>(make: () => T): () => T {
  // What belongs to a run is let go of with its stack.
  const made = new WeakMap<object, { readonly it: T }>();
  return () => {
    const run = pulumi.runtime.getStackResource() ?? outside;
    let known = made.get(run);
    if (!known) made.set(run, (known = { it: make() }));
    return known.it;
  };
}
