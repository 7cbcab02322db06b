import type { Listed } from "../../state/identity";
import type { Registry } from "../../../api/registries";
import { unlessAbsent, type ResourceClient } from "../../../client";
import { free } from "../../cost/pricing";
import { type Claim, holderOf, whenNameIsFree } from "../shared/name-taken";
import { markedName, newMark } from "../../table/names";
import { keyOfInputs } from "../../state/state";
import { namesOf, type Session } from "../../host/session";
import type { Props } from "../../table/props";
import type { Operations } from "../operations";
import { createBody } from "../../table/requests";
import { registryCredential } from "./fields";
import { deletionOfUnused } from "../shared/in-use";

const ofClusters =
  "A cluster keeps the credential that its template had when the cluster was made, and can't be pointed at another one: have it " +
  "replaced with `pulumi up --replace URN`, the URN being the cluster's, which destroys everything on its pods' disks.";

const claimOf = ({ client }: Session, inputs: Props, name: string): Claim => ({
  kind: "RegistryCredential",
  inputs,
  look: async () => (await client.registries.list()).find((registry) => registry.name === name),
});

const nameOf = async (client: ResourceClient, id: string): Promise<string | undefined> =>
  (await unlessAbsent(client.registries.get(id)))?.name;

const sendDelete: Operations["sendDelete"] = ({ client }, id) => client.registries.delete(id);

const registryCredentialOperations: Operations<Registry> = {
  /**
   * The program's name, unless this run replaces its current holder: the engine deletes that one only after the pods are
   * repointed, and names are unique. A requested replacement (`--replace`) has no diff; its predecessor is in the
   * state.
   */
  async platformName(session, inputs) {
    const { client, randomBytes, bookkeeping } = session;
    const kind = "RegistryCredential";
    const names = namesOf(session, kind);
    const name = String(inputs.name);
    // They are read by id, because a list may lag behind a recent create.
    const own = await bookkeeping.ownership.idsOf(kind, keyOfInputs(inputs));
    const held = await Promise.all(own.map((id) => nameOf(client, id)));
    const isLeaving = ({ id }: Listed) => names.isLeaving(id);
    const holder = names.hasLeaving
      ? await holderOf(session, claimOf(session, inputs, name).look, isLeaving)
      : undefined;
    if (!held.includes(name) && !(holder && isLeaving(holder))) return name;
    const mark = newMark(await bookkeeping.whose(inputs), randomBytes);
    return markedName(name, mark, registryCredential.maxNameLength);
  },

  create(session, inputs, name) {
    const create = () => session.client.registries.create(createBody(registryCredential, inputs, name));
    return whenNameIsFree(session, claimOf(session, inputs, name), create);
  },

  read: ({ client }, id) => client.reads.registry(id),
  get: ({ client }, id, options) => client.registries.get(id, options),
  list: ({ client }, options) => client.registries.list(options),
  observe: ({ name }) => ({ platformName: name }),
  apply: async () => undefined,

  sendDelete,

  delete: deletionOfUnused("RegistryCredential", sendDelete, (id) => ({
    isUser: (pod) => pod.registry === id,
    ofClusters, // C-22
  })),
};

export const kind = { resource: registryCredential, operations: registryCredentialOperations, pricing: free };
