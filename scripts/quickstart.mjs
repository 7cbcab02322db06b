// `npm run quickstart`: set-up and story in one process, so that the set-up knows the language.
import "./setup.mjs";
await import("../dist/scripts/quickstart/main.js");
