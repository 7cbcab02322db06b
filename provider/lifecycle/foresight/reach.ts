import { AuthenticationError } from "../../../client/errors/api-errors";
import { ConnectionError } from "../../../client/errors/errors";
import { howToCorrect } from "../../../client/settings/advice";
import { isLoopback } from "../../../client/settings/address";
import type { CatalogAnswers } from "../../capacity/catalog-answers";
import type { Session } from "../../host/session";
import type { Settings } from "../../host/settings";
import type { Resource } from "../../table/resource";

const warned = new WeakSet<CatalogAnswers>();

/** Asks whether the platform answers at all, by a list that a preview needs anyway. @returns the warning if not, the first time. */
export async function outOfReach(session: Session, resource: Resource): Promise<readonly string[] | undefined> {
  const { catalog, settings } = session;
  if (warned.has(catalog)) return [];
  if (catalog.outcomes.length === 0) void catalog.all[firstList(resource)]().catch(() => undefined);
  const outcomes = await Promise.allSettled(catalog.outcomes);
  if (outcomes.some(({ status }) => status === "fulfilled")) return undefined;
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  const said = failed && whyOutOfReach(failed.reason, settings);
  if (said === undefined) return undefined;
  const isFirst = !warned.has(catalog);
  warned.add(catalog);
  return isFirst ? [said] : [];
}

function firstList({ inputs }: Resource): "gpus" | "cpus" | "dataCenters" {
  const lists = Object.values(inputs).flatMap(({ listedIn = [] }) =>
    typeof listedIn === "string" ? [listedIn] : Object.values(listedIn),
  );
  return lists.includes("dataCenters") || lists.length === 0 ? "dataCenters" : "gpus";
}

function whyOutOfReach(error: unknown, { apiUrl = "", setIn = "stack" }: Settings): string | undefined {
  const fails = "so `up` will fail; nothing was compared with the platform";
  if (error instanceof AuthenticationError)
    return `The platform refuses the API key (401), ${fails}. What to do: ${howToCorrect("apiKey", setIn)}`;
  const call = error instanceof ConnectionError ? error : undefined;
  const isLate = error instanceof DOMException && error.name === "TimeoutError";
  if (!isLate && !call) return undefined;
  const what = call?.what ?? `got no answer from ${apiUrl} within 3 s`;
  const isHere = URL.canParse(apiUrl) && isLoopback(new URL(apiUrl));
  const remedy = isHere ? "Is the emulator running? `compute emulator` starts it." : "Check the network.";
  const orElse = `${remedy} If the address is wrong, ${howToCorrect("apiUrl", setIn)}`;
  // A proxy or a certificate keeps refusing until somebody changes it.
  return `The preview ${what}, ${fails}. ${call && !call.mayPass ? call.advice : orElse}`;
}
