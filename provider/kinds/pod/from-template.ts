import { NotFoundError } from "../../../client";
import { hidden } from "../../state/state";
import { pick, type Props } from "../../table/props";
import type { Reading } from "../operations";
import { injected } from "../shared/environment";

/** Without a template, only the platform adds variables on the program's behalf, so all others are foreign. */
export const presumed = ({ templateId }: Props): Props =>
  templateId === undefined ? { [hidden.inheritedEnv]: [...injected] } : {};

/** The flags that the template sets on a pod, which no read shows. */
export async function valuesFromTemplate({ client }: Reading, { templateId }: Props): Promise<Props | undefined> {
  if (typeof templateId !== "string") return undefined;
  try {
    return pick(await client.templates.get(templateId), ["startSsh", "startJupyter"]);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { startSsh: true, startJupyter: true }; // as templates have it where nobody says otherwise (T-21)
  }
}
