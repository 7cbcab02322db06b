import { beforeAll, describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./code-blocks";

const moduleOf = (name: string) => JSON.stringify(pathToFileURL(join(root, "scripts", "site", name)).href);

/** What the site's own modules say, which Node alone runs: the generator is not installed here. */
function told<T>(expression: string): T {
  const code = `import { pages, withLinks, withTabs } from ${moduleOf("pages.mjs")};
    import { navigationOf } from ${moduleOf("navigation.mjs")};
    process.stdout.write(JSON.stringify(${expression}));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  return JSON.parse(printed) as T;
}

describe("the pages of the docs site", () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(() => {
    pages = new Map(told<[string, string][]>("[...pages()]"));
  });

  it("lead by each link to a page that is there", () => {
    const links = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/\]\(\/([\w./-]+\.md)/g)].map(([, target]) => ({ page, target: target! })),
    );
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter(({ target }) => !pages.has(target))).toEqual([]);
  });

  it("are all in the navigation, and nothing else is", () => {
    const groups = told<{ pages: string[] }[]>("navigationOf(pages())");
    const named = groups.flatMap((group) => group.pages.map((page) => `${page}.md`));
    expect(named.filter((page) => !pages.has(page))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    const rest = [...pages.keys()].filter((page) => !named.includes(page));
    expect(rest.filter((page) => !/^(examples|decisions)\/|^(guides\/)?index\.md$/.test(page))).toEqual([]);
  });

  it("begin with what README says before its first heading, with a program, a picture and six reasons", () => {
    const [, front = "", body = ""] = pages.get("index.md")!.split("---\n");
    const { hero } = JSON.parse(front) as { hero: { tagline: string } };
    expect(hero.tagline).toMatch(/Python/);
    const reasons = [...body.matchAll(/<div class="tile"><b>(.+?)<\/b>/g)].map(([, title]) => title!);
    expect(reasons).toHaveLength(6);
    expect(reasons.every((title) => title.length > 5)).toBe(true);
    const at = ["```ts", "<picture>", 'class="tile"'].map((shown) => body.indexOf(shown));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
  });

  it("show the program of each resource in every language", () => {
    const kinds = [...pages].filter(([page]) => /^resources\/(?!index)/.test(page));
    expect(kinds.length).toBeGreaterThan(10);
    for (const [, text] of kinds)
      for (const tab of ["ts [TypeScript]", "python [Python]", "go [Go]", "yaml [YAML]"])
        expect(text).toContain(`\n\`\`\`${tab}\n`);
  });

  it("show the contract's rules of an argument behind a mark that leads to the rule", () => {
    const [, anchor] = /\[§\]\(\/contract\/platform-api\.md#([a-z]+-\d+) "Contract: [^"]+"\)\{\.rule\}/.exec(
      pages.get("resources/pod.md")!,
    )!;
    expect(pages.get("contract/platform-api.md")).toContain(`<span id="${anchor}">`);
  });
});

describe("what becomes of a page on the docs site", () => {
  it.each([
    { what: "a page", text: "[a](adopt.md#letting-go)", becomes: "[a](/guides/adopt.md#letting-go)" },
    { what: "a list of pages", text: "[a](README.md)", becomes: "[a](/guides/index.md)" },
    { what: "an example", text: "[a](../../examples/cpu-pod/README.md)", becomes: "[a](/examples/cpu-pod.md)" },
    { what: "a source, which the site does not have", text: "[`a`](../../client/index.ts)", becomes: "`a`" },
    { what: "another site", text: "[a](https://example.com/)", becomes: "[a](https://example.com/)" },
    { what: "a heading of the same page", text: "[a](#b)", becomes: "[a](#b)" },
    { what: "code that looks like a link", text: "`[a](adopt.md)`", becomes: "`[a](adopt.md)`" },
    {
      what: "a picture",
      text: '<img src="../../.github/pictures/session.svg">',
      becomes: '<img src="/pictures/session.svg">',
    },
  ])("a link to $what becomes $becomes", ({ text, becomes }) => {
    expect(told(`withLinks("docs/guides/costs.md", ${JSON.stringify(text)})`)).toBe(becomes);
  });

  it("blocks of different languages that follow each other become tabs, others stay", () => {
    const block = (language: string) => `\`\`\`${language}\nx\n\`\`\``;
    const tabs = told<string>(`withTabs(${JSON.stringify([block("ts"), block("python")].join("\n\n"))})`);
    expect(tabs).toBe("::: code-group\n\n```ts [TypeScript]\nx\n```\n\n```python [Python]\nx\n```\n\n:::");
    for (const others of [
      [block("ts"), block("ts")],
      [block("ts"), "and", block("python")],
      [block("ts"), block("text")],
    ]) {
      const text = others.join("\n\n");
      expect(told(`withTabs(${JSON.stringify(text)})`)).toBe(text);
    }
  });
});
