import { choices } from "../kernel/choices";
import { badRequest } from "../kernel/refusal";
import type { Store } from "../store/store";

/** Rules on container settings that the schema can't state: counts (M-11) and the credential (M-12). */
export function checkContainer(
  store: Store,
  settings: {
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly ports?: readonly string[] | undefined;
    readonly registry?: string | null | undefined;
  },
): void {
  const { env = {}, ports = [], registry } = settings;
  if (Object.keys(env).length > choices.maxEnv) throw badRequest(`more than ${choices.maxEnv} environment variables`);
  if (ports.filter((port) => port.endsWith("/http")).length > choices.maxHttpPorts) {
    throw badRequest(`more than ${choices.maxHttpPorts} HTTP ports`);
  }
  if (typeof registry === "string" && !store.registries.get(registry)) throw badRequest("registry does not exist");
}
