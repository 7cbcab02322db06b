import { expect, it } from "@jest/globals";
import { toDigest } from "../../../cli/stack/digest";
import { openStack } from "../../engine/support/run-local";
import { Workspace } from "../../engine/support/workspace";
import { cliOnPath, pulumi } from "../run-cli";
import { noCli, notTried } from "../../support/not-tried";

const secrets = {
  plain: "hunter2hunter2",
  short: "xyz",
  two: "qq",
  truth: "true",
  quoted: 'a"b\\c',
  lines: "one a\ntwo b",
};
const args = {
  name: "a",
  ...Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, `<${text}>`])),
  ...Object.fromEntries(Object.entries(secrets).map(([name, text]) => [`${name}Json`, JSON.stringify({ text })])),
  harmless: "nothing to hide",
};

/** What the CLI shows of the same arguments; its event log is what it filters, the document of its `preview --json` it does not. */
async function shownByCli(workspace: Workspace): Promise<unknown> {
  await pulumi(workspace, ["preview", "--event-log", "events.jsonl"]);
  const events = (workspace.read("events.jsonl") ?? "").split("\n").filter(Boolean);
  const metadata = events.map((line) => JSON.parse(line).resourcePreEvent?.metadata);
  const { __provider, ...theirs } = metadata.find((about) => about?.urn.endsWith("::a")).new.inputs;
  expect(typeof __provider).toBe("string");
  return theirs;
}

it("secrets among the settings are blotted out of plain values, as the CLI does where it is on the PATH", async () => {
  const workspace = new Workspace();
  const hasCli = cliOnPath() !== undefined;
  if (!hasCli) notTried("redacted settings against the CLI's", noCli);
  try {
    if (hasCli) await pulumi(workspace, ["stack", "init", workspace.stack]);
    const stack = await openStack(workspace);
    for (const [name, text] of Object.entries(secrets)) await stack.setConfig(name, text, { secret: true });
    workspace.prepare({ run: "preview", program: { resources: [{ name: "a", args }] } });
    const { steps } = toDigest(await stack.preview());
    const ours = steps.find(({ urn }) => urn.endsWith("::a"))?.newState?.inputs;
    expect(ours).toMatchObject({ plain: "<[secret]>", short: "<[secret]>", two: "<qq>", harmless: args.harmless });
    expect(ours).toEqual(hasCli ? await shownByCli(workspace) : ours);
  } finally {
    workspace.remove();
  }
}, 120_000);
