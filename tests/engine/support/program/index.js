// The one program of the engine's tests: it registers what the file named by PROGRAM says.
const fs = require("node:fs");

module.exports = require("./things").run(JSON.parse(fs.readFileSync(process.env.PROGRAM, "utf8")));
