import { delimiter, join } from "node:path";
import type { Emulator } from "../../emulator";
import { root } from "../../proofs/root";
import { pythonPath } from "../support/python-path";

/** What the CLI and the programs that it runs find in their environment: a backend and a home in `folder`, our plugin and SDKs. */
export const cliEnvironment = (
  folder: string,
  { apiUrl, queueUrl, apiKey }: Partial<Pick<Emulator, "apiUrl" | "queueUrl" | "apiKey">> = {},
): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
  PYTHONPATH: pythonPath(folder),
  PYTHONDONTWRITEBYTECODE: "1",
  PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
  PULUMI_HOME: join(folder, "home"),
  PULUMI_CONFIG_PASSPHRASE: "x",
  PULUMI_SKIP_UPDATE_CHECK: "1",
  PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
  COMPUTE_API_URL: apiUrl,
  COMPUTE_QUEUE_URL: queueUrl,
  COMPUTE_API_KEY: apiKey,
  COMPUTE_JOURNAL_DIR: join(folder, "journal"),
});
