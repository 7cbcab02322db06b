import * as z from "zod";
import { endpoint } from "../endpoint";
import { Registry } from "../registries";
import { noContent } from "../shared";

/** v1 bodies are open; the lengths are those of v2, checked as 400. */ // O-6, O-14
export const V1RegistryCreate = z.looseObject({
  name: z.string().min(1).max(191),
  username: z.string().min(1).max(191),
  password: z.string().min(1).max(16_384),
});
export type V1RegistryCreate = z.infer<typeof V1RegistryCreate>;

export const v1Registries = {
  create: endpoint({
    id: "O-10",
    surface: "base",
    method: "POST",
    path: "/containerregistryauth",
    body: V1RegistryCreate,
    response: Registry,
    status: 200,
    idempotent: false,
  }),
  list: endpoint({
    id: "O-11",
    surface: "base",
    method: "GET",
    path: "/containerregistryauth",
    response: z.array(Registry),
    status: 200,
    idempotent: true,
  }),
  get: endpoint({
    id: "O-12",
    surface: "base",
    method: "GET",
    path: "/containerregistryauth/:containerRegistryAuthId",
    response: Registry,
    status: 200,
    idempotent: true,
  }),
  delete: endpoint({
    id: "O-13",
    surface: "base",
    method: "DELETE",
    path: "/containerregistryauth/:containerRegistryAuthId",
    response: noContent,
    status: 204,
    idempotent: true,
  }),
};
