import type {
  Agent as AgentOfUndici,
  buildConnector as buildConnectorOfUndici,
  Dispatcher,
  errors as errorsOfUndici,
  interceptors,
} from "undici";

/*
 * The parts of undici that calls need. Its entry loads fetch, mocks, caches and web sockets too, which takes three times
 * as long, and every run of a provider's host waits for it. The version is pinned, so that the paths stay.
 */
/* eslint-disable @typescript-eslint/no-require-imports -- the parts have no types of their own */
export const Agent = require("undici/lib/dispatcher/agent") as typeof AgentOfUndici;
export const buildConnector = require("undici/lib/core/connect") as typeof buildConnectorOfUndici;
export const errors = require("undici/lib/core/errors") as typeof errorsOfUndici;

const decompress = require("undici/lib/interceptor/decompress") as typeof interceptors.decompress;

// On its first call undici prints a warning that it is experimental. The version is pinned, and tests check its behaviour.
const warning = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
process.emitWarning = () => undefined;
decompress();
Object.defineProperty(process, "emitWarning", warning);

export const codings = "gzip, br";

/** Sends with a dispatcher, and decodes an answer that comes compressed, as gateways do it, up to so many bytes. */
export const decoding = (dispatcher: Dispatcher, maxSize: number): Dispatcher["dispatch"] =>
  decompress({ maxSize, skipErrorResponses: false })((options, handler) => dispatcher.dispatch(options, handler));

/** What undici's entry adds to each dispatcher; loaded when the first stream is opened. */
export function requestOn(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions<null>,
): Promise<Dispatcher.ResponseData<null>> {
  const api = require("undici/lib/api/api-request") as Dispatcher["request"];
  return api.call(dispatcher, options) as Promise<Dispatcher.ResponseData<null>>;
}
