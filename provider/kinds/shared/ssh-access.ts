import { isObject, type Props } from "../../table/props";
import type { Session } from "../../host/session";
import { hasUnknown } from "../../table/unknown";

/**
 * Whether something that is waited for until SSH can be reached lets nobody in: only keys that are registered when it is
 * made are let in (U-4, P-53). Where the keys can't be read, nothing is said.
 */
export async function nobodyGetsIn(session: Session, { waitFor, env }: Props): Promise<string | undefined> {
  if (waitFor !== "ssh" || hasUnknown(env) || (isObject(env) && env.PUBLIC_KEY !== undefined)) return undefined;
  const keys = await session.client.account.sshKeys.list().catch(() => undefined);
  if (keys?.length !== 0) return undefined;
  return 'waitFor is "ssh" and the account has no SSH key registered, so nobody could log in; register one before it is created, or set env.PUBLIC_KEY'; // U-4, P-53
}
