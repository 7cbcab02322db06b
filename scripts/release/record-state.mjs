// `npm run release -- state`: deploys the quickstart's program to an emulator with the code of this checkout, and keeps what
// a user would have then: the program, the state, and the platform's objects. tests/releases goes on from these files
// with the code of each later release, which must see nothing to do.
//
//   npm run release -- state                       tests/releases/<version>.json
//   npm run release -- state --as 1.2.0-dev     of a checkout between two releases
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../build/build.mjs";
import { recordedState } from "./rules.mjs";

const load = createRequire(join(root, "package.json"));
const { LocalStack } = load("./dist/engine/index.js");
const { startEmulator } = load("./dist/emulator/index.js");

const { version } = load("./package.json");
const { values } = parseArgs({ options: { as: { type: "string", default: version } } });
const main = join(root, "examples", "quickstart", "index.ts");
const project = "compute-quickstart";
const settings = { registryPassword: "hush" };

const home = mkdtempSync(join(tmpdir(), "compute-record-"));
const emulator = await startEmulator({ speed: 10_000, rateLimit: false });
try {
  writeFileSync(join(home, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\nmain: ${JSON.stringify(main)}\n`);
  const env = {
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: join(home, "journal"),
  };
  const backendUrl = `file://${home}`;
  const stack = await LocalStack.open({ projectDir: home, stack: "test", backendUrl, passphrase: "test", env });
  for (const [key, value] of Object.entries(settings)) await stack.setConfig(key, value, { secret: true });
  const { result, diagnostics } = await stack.up();
  if (result !== "succeeded")
    throw new Error(`the quickstart's program could not be deployed: ${JSON.stringify(diagnostics)}`);
  const recorded = {
    release: values.as,
    project,
    settings,
    program: readFileSync(main, "utf8"),
    state: await stack.exportState(),
    platform: emulator.dump(),
  };
  const file = recordedState(values.as);
  mkdirSync(join(root, "tests", "releases"), { recursive: true });
  writeFileSync(join(root, file), `${JSON.stringify(recorded, null, 2)}\n`);
  console.log(`wrote ${file}`);
} finally {
  await emulator.close();
  rmSync(home, { recursive: true });
}
