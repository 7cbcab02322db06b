import { EngineError } from "../errors";
import { parseUrn } from "../protocol/urn";
import { type RawCheckpoint } from "./checkpoint";
import type { ResourceState } from "./resource-state";
import type { Crypter } from "./secrets";
import { checkIntegrity } from "./snapshot";
import { createStateCodec } from "./state-codec";

/** The stack and project of an imported state. */
export interface Destination {
  readonly project: string;
  readonly stack: string;
}

/** A crypter that is never used, for reads without secrets. */
const sealed: Crypter = { salt: "", encrypt: () => "", decrypt: () => "null" };

/**
 * Checks a state before it replaces a stack's own. An invalid one would fail every later command. With the state of another
 * stack, `up` would delete everything, because no resource of the program has any of its URNs.
 *
 * @param isForced accepts a state of another stack.
 * @throws EngineError `state`.
 */
export function checkImported({ resources, operations }: RawCheckpoint, to: Destination, isForced: boolean): void {
  const codec = createStateCodec(sealed);
  const entries = resources.map((json) => codec.readEntry(json));
  const begun = operations.map((json) => codec.readOperation(json).resource);
  try {
    checkIntegrity(entries);
  } catch (error) {
    if (error instanceof EngineError)
      throw new EngineError("state", `${error.message}. Nothing was changed.`, { cause: error });
    throw error;
  }
  const foreign = [...entries, ...begun].find((entry) => !isOf(entry, to));
  if (foreign && !isForced) throw new EngineError("state", ofAnotherStack(foreign, to));
}

function isOf({ urn }: ResourceState, { project, stack }: Destination): boolean {
  const parts = parseUrn(urn);
  return parts.project === project && parts.stack === stack;
}

function ofAnotherStack({ urn }: ResourceState, { project, stack }: Destination): string {
  const from = parseUrn(urn);
  return (
    `the imported state is of the stack ${from.stack} of the project ${from.project} (${urn}), and this is the stack ${stack} of the project ` +
    `${project}. The next \`up\` here would delete what that stack has, with its data. Nothing was changed. For a second environment, run ` +
    "`up` in a new stack, without an import; to import it all the same, pass `--force`"
  );
}
