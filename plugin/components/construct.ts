import * as grpc from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { spelled } from "../failures";
import type { Spelling } from "../settings-in-code";
import { fleetType, packageName } from "../names";
import { openStruct, toStruct } from "../values";
import { type Asked, constructFleet } from "./fleet";
import { EngineStopped, openMonitor } from "./monitor";

/**
 * Creates a component of the schema by registering its parts with the engine, like a program.
 *
 * @param own the reference of this provider, which creates the parts unless the program names another one.
 * @param spelling of names in the program, needed only for a failure.
 */
export async function construct(
  request: proto.ConstructRequest,
  own: string | undefined,
  spelling: () => Promise<Spelling>,
): Promise<proto.ConstructResponse> {
  const type = request.getType();
  if (type !== fleetType) {
    const error = new Error(`there is no component ${type}; there is ${fleetType}`);
    throw Object.assign(error, { code: grpc.status.UNIMPLEMENTED });
  }
  const asked = askedBy(request, own);
  const monitor = openMonitor(request.getMonitorendpoint());
  const response = new proto.ConstructResponse();
  try {
    const { urn, state, dependencies } = await constructFleet(asked, monitor);
    for (const [property, urns] of Object.entries(dependencies)) {
      const message = new proto.ConstructResponse.PropertyDependencies().setUrnsList([...urns]);
      response.getStatedependenciesMap().set(property, message);
    }
    return response.setUrn(urn).setState(toStruct(state));
  } catch (error) {
    // The engine has reported what ended the operation, and would report this as a second error.
    if (error instanceof EngineStopped) return response.setState(toStruct({}));
    const [about, told] = [`Fleet ${asked.name}: `, error instanceof Error ? error : new Error(String(error))];
    if (told.message.startsWith(about))
      told.message = about + spelled(told.message.slice(about.length), await spelling());
    throw Object.assign(told, { code: grpc.status.UNKNOWN });
  } finally {
    monitor.close();
  }
}

function askedBy(request: proto.ConstructRequest, own: string | undefined): Asked {
  const provider = request.getProvidersMap().get(packageName) ?? own;
  if (provider === undefined) throw new Error("the engine has not said which provider this is; update the Pulumi CLI");
  const inputDependencies: Record<string, readonly string[]> = {};
  request.getInputdependenciesMap().forEach((urns, name) => (inputDependencies[name] = urns.getUrnsList()));
  return {
    name: request.getName(),
    parent: request.getParent(),
    inputs: openStruct(request.getInputs()),
    sent: request.getInputs()?.toJavaScript() ?? {},
    inputDependencies,
    dependencies: request.getDependenciesList(),
    aliases: request.getAliasesList(),
    provider,
    deletedWith: request.getDeletedwith(),
    protect: request.hasProtect() ? request.getProtect() : undefined,
    retainOnDelete: request.hasRetainondelete() ? request.getRetainondelete() : undefined,
    customTimeouts: timeoutsOf(request.getCustomtimeouts()),
  };
}

function timeoutsOf(given: proto.ConstructRequest.CustomTimeouts | undefined) {
  if (!given) return undefined;
  return new RegisterResourceRequest.CustomTimeouts()
    .setCreate(given.getCreate())
    .setUpdate(given.getUpdate())
    .setDelete(given.getDelete());
}
