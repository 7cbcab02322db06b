import { isObject, type Props } from "../../table/props";
import { answerTo, type Session } from "../../host/session";
import { hasUnknown } from "../../table/unknown";

const nobody =
  "the account has no SSH key registered, so only a key that the image brings would let anybody in; register one before it is created, or set env.PUBLIC_KEY"; // U-4, P-53

/** Warns if an object whose create waits for SSH would let nobody in: only keys registered before can log in (U-4, P-53). */
export async function nobodyGetsIn(session: Session, inputs: Props): Promise<string | undefined> {
  if (inputs.waitFor !== "ssh" || !asksForKeys(session, inputs)) return undefined;
  const keys = await session.client.account.sshKeys.list().catch(() => undefined);
  return keys?.length === 0 ? `waitFor is "ssh" and ${nobody}` : undefined;
}

/** The same for a preview of an object that starts SSH without a wait for it. */
export async function nobodyIsLetIn(session: Session, inputs: Props): Promise<string | undefined> {
  if (inputs.startSsh !== true || inputs.waitFor === "ssh" || !asksForKeys(session, inputs)) return undefined;
  const keys = await answerTo(session, "SSH keys", () => session.client.account.sshKeys.list());
  return keys.length > 0 ? undefined : `startSsh is true and ${nobody}`;
}

/** Warns if a running pod lets nobody in although the program starts SSH: the account had no key at its creation, or somebody took it away. */
export function letsNobodyIn({ status, ssh }: Props, { startSsh, env }: Props): string | undefined {
  if (startSsh !== true || status !== "RUNNING" || !isObject(ssh)) return undefined;
  const isClosed = ssh.command === null && (ssh.proxy !== null || ssh.direct !== null);
  const brings = hasUnknown(env) || (isObject(env) && env.PUBLIC_KEY !== undefined);
  return isClosed && !brings
    ? "startSsh is true and it has no SSH key (the account had none when it was created, or env.PUBLIC_KEY was removed), so only a key that the image brings lets anybody in; replace it, or set env.PUBLIC_KEY" // U-4, P-53
    : undefined;
}

/** Tells whether neither the object's environment nor another resource of the program supplies a key. */
const asksForKeys = ({ declarations }: Session, { env }: Props): boolean =>
  !hasUnknown(env) && !(isObject(env) && env.PUBLIC_KEY !== undefined) && !declarations.letsIn;
