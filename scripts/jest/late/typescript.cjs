module.exports = require("./late.cjs")(() => require("typescript"));
