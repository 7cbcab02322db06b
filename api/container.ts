import * as z from "zod";
import { whole } from "./shared";

/** `8888/http`, `22/tcp`; numbers from 70000 ask for equal inside and outside ports. */ // M-10
export const portSpec = z.string().regex(/^[0-9]+\/(http|tcp)$/);

/** Open map, values must be strings. At most 50 entries on a pod. */ // A-43, M-11
export const env = z.record(z.string(), z.string());

/** Most variables, and most http ports, of one pod. */ // M-11
export const maxVariables = 50;
export const maxHttpPorts = 10;

/** How a container starts; the members clusters accept. */ // M-1 without `registry`
export const clusterContainerRequest = {
  /** Image reference. */
  image: z.string().optional(),
  /** Stored form of the command: a shell string, or a JSON object as a string with `entrypoint` and/or `cmd`. `""` clears. */ // M-2
  args: z.string().optional(),
  /** CMD in exec form, encoded into `args`. `[]` clears. */ // M-6
  cmd: z.array(z.string()).optional(),
  /** ENTRYPOINT in exec form, encoded into `args`. `[]` clears. */ // M-6
  entrypoint: z.array(z.string()).optional(),
  /** The container's own disk in GB, at least 1; its contents are lost at every restart. */
  disk: z.int().min(1).optional(),
  /** Environment. On update it replaces the whole map. */
  env: env.optional(),
  /** Exposed ports, each `port/protocol`. At most 10 of them HTTP on a pod. */ // M-11
  ports: z.array(portSpec).optional(),
};

/** Container settings in requests. */ // M-1
export const containerRequest = {
  ...clusterContainerRequest,
  /** Id of a registry credential, `null` for none. */
  registry: z.string().nullable().optional(),
};

/** Container settings in answers: pods and templates return them all, `cmd` and `entrypoint` may be absent. */ // M-8
export const containerResponse = {
  image: z.string(),
  /** Byte for byte as stored. */ // M-3
  args: z.string(),
  cmd: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  disk: whole,
  env,
  ports: z.array(z.string()),
  registry: z.string().nullable(),
};
