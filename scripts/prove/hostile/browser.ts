import type { Outcome } from "../proof";
export async function attackInBrowser(): Promise<Outcome> {
  return { counts: {}, failures: [] };
}
