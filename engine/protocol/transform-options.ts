import type { RegisterResourceRequest, TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";
import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Proto } from "./proto";

/** The options of a registration for a transform, without those that older SDKs lack. */
export function optionsOf(proto: Proto, request: RegisterResourceRequest): TransformResourceOptions {
  const options = new proto.resource.TransformResourceOptions();
  options.setDependsOnList(request.getDependenciesList());
  if (request.hasProtect()) options.setProtect(request.getProtect() ?? false);
  if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() ?? false);
  if (request.getDeletebeforereplacedefined()) options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  options.setIgnoreChangesList(request.getIgnorechangesList());
  options.setReplaceOnChangesList(request.getReplaceonchangesList());
  options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  options.setAliasesList([
    ...request.getAliasurnsList().map((urn) => new proto.alias.Alias().setUrn(urn)),
    ...request.getAliasesList(),
  ]);
  options.setCustomTimeouts(request.getCustomtimeouts());
  options.setDeletedWith(request.getDeletedwith());
  options.setVersion(request.getVersion());
  options.setProvider(request.getProvider());
  options.setPluginDownloadUrl(request.getPlugindownloadurl());
  options.setImport?.(request.getImportid());
  options.setHideDiffList?.(request.getHidediffsList());
  options.setReplaceWithList?.(request.getReplaceWithList());
  options.setReplacementTrigger?.(request.getReplacementTrigger());
  options.setHooks?.(request.getHooks());
  return options;
}

/** Writes the transformed options into the registration; dependencies are set elsewhere. */
export function setOptions(request: RegisterResourceRequest, options: TransformResourceOptions): void {
  request.clearProtect();
  if (options.hasProtect()) request.setProtect(options.getProtect() ?? false);
  request.clearRetainondelete();
  if (options.hasRetainOnDelete()) request.setRetainondelete(options.getRetainOnDelete() ?? false);
  request.setDeletebeforereplacedefined(options.hasDeleteBeforeReplace());
  request.setDeletebeforereplace(options.getDeleteBeforeReplace() ?? false);
  request.setIgnorechangesList(options.getIgnoreChangesList());
  request.setReplaceonchangesList(options.getReplaceOnChangesList());
  request.setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList());
  request.setAliasurnsList([]);
  request.setAliasesList(options.getAliasesList());
  request.setCustomtimeouts(options.getCustomTimeouts());
  request.setDeletedwith(options.getDeletedWith());
  request.setVersion(options.getVersion());
  request.setProvider(options.getProvider());
  request.setPlugindownloadurl(options.getPluginDownloadUrl());
  request.setImportid(options.getImport?.() ?? request.getImportid());
  request.setHidediffsList?.(options.getHideDiffList?.() ?? []);
  request.setReplaceWithList?.(options.getReplaceWithList?.() ?? []);
  request.setReplacementTrigger?.(options.getReplacementTrigger?.());
  request.setHooks?.(options.getHooks?.());
}

/** Passes the options of a component to its provider, which applies them to its parts. */
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
