import { expect, it } from "@jest/globals";
import { toDigest } from "../../cli/stack/digest";
import { openStack } from "../engine/support/run-local";
import { Workspace } from "../engine/support/workspace";
import { cliOnPath, pulumi } from "./run-cli";

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

if (cliOnPath() !== undefined)
  // The events are what the CLI filters; the document of its `preview --json` it does not.
  it("blots secrets among the settings out of plain values exactly as the CLI does", async () => {
    const workspace = new Workspace();
    try {
      await pulumi(workspace, ["stack", "init", workspace.stack]);
      const stack = await openStack(workspace);
      for (const [name, text] of Object.entries(secrets)) await stack.setConfig(name, text, { secret: true });
      workspace.prepare({ run: "preview", program: { resources: [{ name: "a", args }] } });
      const { steps } = toDigest(await stack.preview());
      const ours = steps.find(({ urn }) => urn.endsWith("::a"))?.newState?.inputs;
      await pulumi(workspace, ["preview", "--event-log", "events.jsonl"]);
      const events = (workspace.read("events.jsonl") ?? "").split("\n").filter(Boolean);
      const metadata = events.map((line) => JSON.parse(line).resourcePreEvent?.metadata);
      const { __provider, ...theirs } = metadata.find((about) => about?.urn.endsWith("::a")).new.inputs;
      expect(typeof __provider).toBe("string");
      expect(ours).toEqual(theirs);
      expect(ours).toMatchObject({ plain: "<[secret]>", short: "<[secret]>", two: "<qq>", harmless: args.harmless });
    } finally {
      workspace.remove();
    }
  }, 120_000);
