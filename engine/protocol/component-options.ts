import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

/** Hands the options of a component to the provider that makes it, which puts them on what it declares. */
export function passOptions(from: RegisterResourceRequest, to: ConstructRequest): void {
  to.setAliasesList(from.getAliasesList());
  to.setDependenciesList(from.getDependenciesList());
  to.setDeletedwith(from.getDeletedwith());
  to.setIgnorechangesList(from.getIgnorechangesList());
  to.setReplaceonchangesList(from.getReplaceonchangesList());
  to.setAdditionalsecretoutputsList(from.getAdditionalsecretoutputsList());
  if (from.hasProtect()) to.setProtect(from.getProtect() === true);
  if (from.hasRetainondelete()) to.setRetainondelete(from.getRetainondelete() === true);
  from.getProvidersMap().forEach((reference, packageName) => to.getProvidersMap().set(packageName, reference));
  const timeouts = from.getCustomtimeouts();
  // The two messages have the same members.
  if (timeouts) to.setCustomtimeouts(timeouts);
}
