import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../provider/kinds";
import { firstSentence, pageName } from "./resource-pages";

/** `docs/llms.txt`: what a coding agent reads first. It travels in the package with the pages that it links. */
export function llmsPage(root: string): string {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const { name, description } = JSON.parse(read("package.json")) as { name: string; description: string };
  return `# ${name}

> ${description}

Install: \`npm install ${name} @pulumi/pulumi\`. The npm package holds the classes for TypeScript and JavaScript, the plugin for Python, Go and YAML, the client, the emulator, the local engine and the \`compute\` command. Node 20.18.1 or later; CommonJS, usable from ES modules.
Entries: \`.\` (resources, look-ups, \`Fleet\`), \`./plugin\` (the same classes through the plugin), \`./client\`, \`./emulator\`, \`./engine\`; \`./provider\` is for Pulumi's own use.
Settings: \`compute:apiKey\` (secret) and \`compute:apiUrl\`, or \`COMPUTE_API_KEY\` and \`COMPUTE_API_URL\`. No address has a default.
Pass resources, not ids, so that Pulumi knows the order. Secrets are inputs made with \`config.requireSecret\`.

## Resources

${resources()
  .map((resource) => `- [${resource.kind}](resources/${pageName(resource)}): ${firstSentence(resource.doc)}`)
  .join("\n")}
- [Fleet](guides/fleets.md): Many pods of one program, awaited together and rolled out a few at a time.

## Guides

[Which one to read](guides/README.md), by what you want to do:

${guides(read("docs/guides/README.md"))
  .map(({ title, page }) => `- [${title}](guides/${page})`)
  .join("\n")}

## Reference

- [Command line](cli.md): each subcommand of \`compute\` with its options
- [Errors](errors.md): each code, its cause and what to do
- [Changelog](../CHANGELOG.md)
`;
}

/** The rows of the guides' own table, with their links within the folder. */
const guides = (readme: string) =>
  [...readme.matchAll(/^\| .+? \| \[([^\]]+)\]\(([\w-]+\.md)\)/gm)].map(([, title, page]) => ({ title, page }));
