// Tests say what they need: an address, a key or a Pulumi setting of the person who runs them must not reach them.
for (const name of Object.keys(process.env)) {
  if (/^(COMPUTE|PULUMI)_/.test(name)) delete process.env[name];
}
// Nor must a provider under test write into the journal of that person.
process.env.COMPUTE_JOURNAL_DIR = require("node:path").join(
  require("node:os").tmpdir(),
  `compute-journal-${process.pid}`,
);
