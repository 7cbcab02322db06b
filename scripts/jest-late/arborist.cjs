const { dirname, join } = require("node:path");

const home = dirname(require.resolve("@npmcli/arborist/package.json"));
module.exports = require("./late.cjs")(() => require(join(home, "lib", "index.js")));
