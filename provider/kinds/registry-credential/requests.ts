import type { Registry, RegistryCreate } from "../../../api/registries";
import { BadRequestError } from "../../../client";
import { NameTakenError } from "../../lifecycle/errors";
import { newSuffix, suffixedName } from "../../table/names";
import { keyOfInputs } from "../../lifecycle/resource-create";
import type { Operations } from "../operations";
import { pick } from "../../table/props";
import { registryCredential } from "./fields";
import { deleteUnused } from "../shared/in-use";

export const registryCredentialOperations: Operations<Registry> = {
  afterCreate: [],

  /**
   * The name as asked, but for a rotation whose predecessor still holds it: that one is deleted only after the pods
   * are repointed, and names are unique. A replacement that was asked for by `--replace` comes without a diff;
   * of its predecessor only the journal knows.
   */
  async platformName({ client, rotations, randomBytes, once }, inputs) {
    const name = String(inputs.name);
    const replaced = rotations.replacedBy(name);
    if (!replaced && !(await once.hasPredecessor("RegistryCredential", keyOfInputs(inputs), name))) return name;
    const holder = (await client.registries.list()).find((registry) => registry.name === name);
    if (!holder) return name;
    if (replaced && holder.id !== replaced.id && replaced.platformName === name)
      throw new NameTakenError(name, holder.id, undefined);
    return suffixedName(name, newSuffix(randomBytes), registryCredential.maxNameLength);
  },

  async create({ client, rotations }, inputs, name) {
    try {
      const made = await client.registries.create({
        ...pick(inputs, ["username", "password"]),
        name,
      } as RegistryCreate);
      rotations.done(String(inputs.name));
      return made;
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error;
      const holder = (await client.registries.list()).find((registry) => registry.name === name);
      throw holder ? new NameTakenError(name, holder.id, error) : error;
    }
  },

  read: ({ client }, id) => client.reads.registry(id),
  get: ({ client }, id) => client.registries.get(id),
  observe: ({ name }) => ({ platformName: name }),
  apply: async () => undefined,

  delete: (session, id, withinMs) =>
    deleteUnused(session, {
      kind: "RegistryCredential",
      id,
      withinMs,
      delete: () => session.client.registries.delete(id),
      isUser: (pod) => pod.registry === id,
    }),
};
