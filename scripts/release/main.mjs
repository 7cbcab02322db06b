// `npm run release -- PART`: the parts of a release, each with the options that its file explains.
const parts = {
  check: { file: "./check.mjs", says: "what stands between this checkout and a release" },
  rehearse: { file: "./rehearse.mjs", says: "makes a release of the last commit, and publishes to nobody" },
  state: {
    file: "./record-state.mjs",
    says: "records the state that this checkout writes, for tests of later releases",
  },
  notes: { file: "./notes.mjs", says: "prints what the changelog says of this version" },
  sbom: { file: "./sbom.mjs", says: "prints the software bill of materials of a tarball" },
  artifacts: {
    file: "./artifacts.mjs",
    says: "makes the wheel, the plugin archive, the Go module and the checksums",
  },
  executable: { file: "./executable.mjs", says: "makes the plugin as one file that runs without Node" },
};

const [part] = process.argv.splice(2, 1);
if (parts[part]) await import(parts[part].file);
else {
  const list = Object.entries(parts).map(([name, { says }]) => `  npm run release -- ${name.padEnd(11)} ${says}`);
  console.error(`release: say which part of a release to do\n${list.join("\n")}`);
  process.exitCode = 1;
}
