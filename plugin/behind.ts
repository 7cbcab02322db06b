// What the plugin loads once the engine speaks with it: all but the server itself. The build makes one file of it.
export { CancelledError } from "./ending";
export { schema } from "./schema";
export { start } from "./start";
