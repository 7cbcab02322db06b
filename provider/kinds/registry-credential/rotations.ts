import type { Session } from "../../host/session";

/**
 * Credentials that this run replaces, as `diff` saw them. The new one is created while the old one still holds the
 * name, which is unique; knowing that, `create` gives the new one another name on the platform.
 */
class Rotations {
  private readonly byName = new Map<string, { id: string; platformName: string }>();

  /** `diff` has answered that the credential with this name in the program is to be replaced. */
  expect(name: string, id: string, platformName: string): void {
    this.byName.set(name, { id, platformName });
  }

  /** What the credential that is about to be created replaces, if it does. */
  replacedBy(name: string): { id: string; platformName: string } | undefined {
    return this.byName.get(name);
  }

  /** The replacement is there. */
  done(name: string): void {
    this.byName.delete(name);
  }
}

const bySession = new WeakMap<Session, Rotations>();

/** The rotations of one platform in this process. */
export function rotationsOf(session: Session): Rotations {
  const known = bySession.get(session) ?? new Rotations();
  bySession.set(session, known);
  return known;
}
