import type { Delegation } from "../../api/registries";
import { NotFoundError } from "../errors/api-errors";

/** @throws NotFoundError, as a read of one object does, when the list lacks it. */
export function delegationIn(all: readonly Delegation[], id: string): Delegation {
  const found = all.find((delegation) => delegation.id === id);
  if (found) return found;
  throw new NotFoundError("GET /v2/registries/delegations", { status: 404, detail: `there is no delegation ${id}` });
}
