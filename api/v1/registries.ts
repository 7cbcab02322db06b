import * as z from "zod";
import { acts, deletes, endpoint, reads } from "../endpoint";
import { Registry } from "../registries";

/** v1 bodies are open; the lengths are those of v2, checked as 400. */ // O-6, O-14
export const V1RegistryCreate = z.looseObject({
  name: z.string().min(1).max(191),
  username: z.string().min(1).max(191),
  password: z.string().min(1).max(16_384),
});
export type V1RegistryCreate = z.infer<typeof V1RegistryCreate>;

const all = { surface: "base", path: "/containerregistryauth" } as const;
const one = { surface: "base", path: "/containerregistryauth/:containerRegistryAuthId" } as const;

export const v1Registries = {
  /** @throws BadRequestError when the name is taken. */
  create: endpoint({ ...acts, ...all, id: "O-10", body: V1RegistryCreate, response: Registry }),
  list: endpoint({ ...reads, ...all, id: "O-11", response: z.array(Registry) }),
  get: endpoint({ ...reads, ...one, id: "O-12", response: Registry }),
  /** @throws BadRequestError while a pod uses it. */
  delete: endpoint({ ...deletes, ...one, id: "O-13" }),
};
