import type { Registry } from "../../../api/registries";
import { BadRequestError } from "../../../client";
import { NameTakenError, withHolder } from "../shared/errors";
import { newSuffix, suffixedName } from "../../table/names";
import { keyOfInputs } from "../../state/state";
import type { Operations } from "../operations";
import { createBody } from "../../table/requests";
import { registryCredential } from "./fields";
import { rotationsOf } from "./rotations";
import { deleteUnused } from "../shared/in-use";

const ofClusters =
  "A cluster keeps the credential that its template had when the cluster was made, and can't be pointed at another one: have it " +
  "replaced with `pulumi up --replace URN`, the URN being the cluster's, which destroys everything on its pods' disks.";

export const registryCredentialOperations: Operations<Registry> = {
  /**
   * The name as asked, but for a rotation whose predecessor still holds it: that one is deleted only after the pods
   * are repointed, and names are unique. A replacement that was asked for by `--replace` comes without a diff;
   * of its predecessor only the journal knows.
   */
  async platformName(session, inputs) {
    const { client, randomBytes, books } = session;
    const name = String(inputs.name);
    const replaced = rotationsOf(session).replacedBy(name);
    if (!replaced && !(await books.creates.hasPredecessor("RegistryCredential", keyOfInputs(inputs), name)))
      return name;
    const holder = (await client.registries.list()).find((registry) => registry.name === name);
    if (!holder) return name;
    if (replaced && holder.id !== replaced.id && replaced.platformName === name)
      throw new NameTakenError(name, holder.id, undefined);
    return suffixedName(name, newSuffix(randomBytes), registryCredential.maxNameLength);
  },

  async create(session, inputs, name) {
    const { client } = session;
    try {
      const made = await client.registries.create(createBody(registryCredential, inputs, name));
      rotationsOf(session).done(String(inputs.name));
      return made;
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error;
      const look = async () => (await client.registries.list()).find((registry) => registry.name === name);
      throw await withHolder(error, name, look);
    }
  },

  read: ({ client }, id) => client.reads.registry(id),
  get: ({ client }, id, options) => client.registries.get(id, options),
  list: ({ client }, options) => client.registries.list(options),
  observe: ({ name }) => ({ platformName: name }),
  apply: async () => undefined,

  expectReplacement(session, id, { name, platformName }, news) {
    if (name !== news.name || typeof platformName !== "string") return;
    rotationsOf(session).expect(String(name), id, platformName);
  },

  remove: ({ client }, id) => client.registries.delete(id),

  delete: (session, id, withinMs, _state, declared) =>
    deleteUnused(session, {
      kind: "RegistryCredential",
      id,
      withinMs,
      isReplaced: declared !== undefined,
      delete: () => session.client.registries.delete(id),
      isUser: (pod) => pod.registry === id,
      ofClusters, // C-22
    }),
};
