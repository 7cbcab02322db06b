// A worker as a user would write it, in a module of its own.
module.exports.handler = ({ text }) => text.toUpperCase();
