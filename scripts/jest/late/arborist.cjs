const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");

const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const home = dirname(sdk.resolve("@npmcli/arborist/package.json"));
module.exports = require("./late.cjs")(() => require(join(home, "lib", "index.js")));
