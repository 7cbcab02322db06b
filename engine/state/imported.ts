import { EngineError } from "../errors";
import { parseUrn } from "../protocol/urn";
import type { PendingOperation, ResourceState } from "./resource-state";

interface Contents {
  readonly resources: readonly ResourceState[];
  readonly operations: readonly PendingOperation[];
}

/** Checks that a state is of this stack: with that of another, `up` would delete everything. @throws EngineError `state`. */
export function checkOrigin({ resources, operations }: Contents, project: string, stack: string): void {
  for (const { urn } of [...resources, ...operations.map(({ resource }) => resource)]) {
    const from = parseUrn(urn);
    if (from.project === project && from.stack === stack) continue;
    throw new EngineError(
      "state",
      `the imported state is of the stack ${from.stack} of the project ${from.project} (${urn}), and this is the stack ${stack} of the project ` +
        `${project}. The next \`up\` here would delete what that stack has, with its data. Nothing was changed. For a second environment, run ` +
        "`up` in a new stack, without an import; to import it all the same, pass `--force`",
    );
  }
}

/** Adds to the failure of reading an import that the stack keeps its state. */
export function unchanged(error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  throw new EngineError(error.code, `${error.message.replace(/\.$/, "")}. Nothing was changed.`, { cause: error });
}
