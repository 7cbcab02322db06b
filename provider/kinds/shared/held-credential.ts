import { AnswerError } from "../../../client/errors/errors";
import type { Session } from "../../host/session";
import type { Field } from "../../table/resource";
import type { Kept } from "../operations";

/**
 * The program replaces a registry credential that a pod, cluster or endpoint has only through its template. An update of
 * the template would not reach it.
 *
 * @done Nothing in a preview. An `up` without a preview has created the new credential, which stays in the state.
 * @fix Set the credential as the `registry` of the pod or endpoint itself; replace a cluster in the same `up` with
 * `--replace`.
 */ // P-34, R-12, R-14, C-22
export class CredentialHeldError extends AnswerError {
  readonly code = "credential_held";

  constructor(called: string, credential: string, remedy: string) {
    super(
      `${called} has the registry credential ${credential} only through its template, and the program has that credential replaced. No change of ` +
        `a template reaches what was made from it. It was not changed. What to do: ${remedy}.`, // P-34, T-23
    );
  }
}

type Kinds = Pick<Field, "refersTo">;

/** Credentials that the program replaces in this run, or replaced in one that could not delete them. */
export async function replacedCredentials(session: Session, { refersTo: kind }: Kinds): Promise<ReadonlySet<string>> {
  const all = kind === undefined ? [] : session.declarations.all(kind);
  if (kind === undefined || all.length === 0) return new Set();
  const kept = all.flatMap(({ id }) => id ?? []);
  const entries = await session.bookkeeping.ownership.inFolder(kind);
  const left = entries.filter(({ key }) => session.declarations.with(kind, key) !== undefined);
  const gone = [...all.map(({ leaving }) => leaving), ...left.map(({ id }) => id)];
  return new Set(gone.filter((id) => id !== undefined && !kept.includes(id)) as string[]);
}

const remedy =
  "give it the credential as the argument `registry` in the same `up`, which points it to the new one (a running pod restarts, which wipes its container disk)";

/** @throws CredentialHeldError if an object that stays would keep a credential that can't be deleted, or lose it. */
export async function refuseHeldCredential(
  session: Session,
  field: Kinds,
  { state: { registry }, news, changed, called }: Kept,
): Promise<void> {
  const isOwn = news.registry !== undefined || news.templateId === undefined || changed.has("templateId");
  if (isOwn || typeof registry !== "string" || !(await replacedCredentials(session, field)).has(registry)) return;
  throw new CredentialHeldError(called, registry, remedy);
}
