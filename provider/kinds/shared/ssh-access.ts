import { isObject, type Props } from "../../table/props";
import type { Session } from "../../host/session";
import { hasUnknown } from "../../table/unknown";

const nobody =
  "the account has no SSH key registered, so only a key that the image brings would let anybody in; register one before it is created, or set env.PUBLIC_KEY"; // U-4, P-53

/**
 * Whether something that is waited for until SSH can be reached lets nobody in: only keys that are registered when it is
 * made are let in (U-4, P-53). Where the keys can't be read, nothing is said.
 */
export async function nobodyGetsIn(session: Session, inputs: Props): Promise<string | undefined> {
  if (inputs.waitFor !== "ssh" || !asksForKeys(session, inputs)) return undefined;
  const keys = await session.client.account.sshKeys.list().catch(() => undefined);
  return keys?.length === 0 ? `waitFor is "ssh" and ${nobody}` : undefined;
}

/** The same in a preview of what starts SSH and is not waited for until that can be reached. */
export async function nobodyIsLetIn(session: Session, inputs: Props): Promise<string | undefined> {
  if (inputs.startSsh !== true || inputs.waitFor === "ssh" || !asksForKeys(session, inputs)) return undefined;
  return (await session.account.hasSshKeys()) ? undefined : `startSsh is true and ${nobody}`;
}

/** Whether a pod that runs lets nobody in although the program starts SSH: it was created when the account had no key. */
export function letsNobodyIn({ status, ssh }: Props, { startSsh, env }: Props): string | undefined {
  if (startSsh !== true || status !== "RUNNING" || !isObject(ssh)) return undefined;
  const isClosed = ssh.command === null && (ssh.proxy !== null || ssh.direct !== null);
  const brings = hasUnknown(env) || (isObject(env) && env.PUBLIC_KEY !== undefined);
  return isClosed && !brings
    ? "startSsh is true and the account had no SSH key when it was created, so only a key that the image brings lets anybody in; replace it, or set env.PUBLIC_KEY" // U-4, P-53
    : undefined;
}

/** Neither the object's own environment nor another resource of the program brings a key. */
const asksForKeys = ({ declared }: Session, { env }: Props): boolean =>
  !hasUnknown(env) && !(isObject(env) && env.PUBLIC_KEY !== undefined) && !declared.letsIn;
