export const settingVariables = {
  apiKey: "COMPUTE_API_KEY",
  apiUrl: "COMPUTE_API_URL",
  baseUrl: "COMPUTE_BASE_URL",
  queueUrl: "COMPUTE_QUEUE_URL",
  portUrl: "COMPUTE_PORT_URL",
  queueAuth: "COMPUTE_QUEUE_AUTH",
  acceptMissing: "COMPUTE_ACCEPT_MISSING",
  refreshBeforeUpdate: "COMPUTE_REFRESH_BEFORE_UPDATE",
  interrupted: "COMPUTE_INTERRUPTED",
} as const;

/** A setting that the environment can give too. */
export type Variable = keyof typeof settingVariables;

/** Hosts to which the key of the environment may go, although the address comes from a stack. Only the environment can say so. */
export const allowEnvironmentKey = "COMPUTE_ALLOW_ENVIRONMENT_KEY";
/** Hosts beyond this machine that may be reached without TLS. Only the environment can say so. */
export const allowHttp = "COMPUTE_ALLOW_HTTP";
