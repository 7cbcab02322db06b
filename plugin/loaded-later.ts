// Everything that the plugin loads at the engine's first call, except the server itself. The build bundles it into one
// file.
export { CancelledError } from "./ending";
export { schema } from "./schema";
export { start } from "./start";
