import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { inChat, inDot, inMarkdownLine, inMermaid, inSarif, inXml } from "../../cli/escaped";
import { anyText } from "../support/hostile-text";

const gap = "\u200b";

describe("a line of Markdown", () => {
  it.each([
    ["mentions nobody", "@team and \\@team", `&#64;${gap}team and &#92;&#64;${gap}team`],
    [
      "links no address",
      "http://a.example www.b.example a@b.example",
      `http:${gap}//a.example www${gap}.b.example a&#64;${gap}b.example`,
    ],
    ["links no text", "[Sign in](https://a.example)", `&#91;Sign in&#93;(https:${gap}//a.example)`],
    ["strikes nothing", "~~gone~~ ~x~", `&#126;&#126;${gap}gone&#126;&#126; &#126;${gap}x&#126;`],
    [
      "has no tags and no entities",
      "<img src=x> &lt; &#64;",
      "&#60;img src=x&#62; &#38;lt; &#38;&#35;64;"
        .replace("&#38;lt", `&#38;${gap}lt`)
        .replace("&#35;64", `&#35;${gap}64`),
    ],
    ["refers to nothing", "#12 !12 ~12 $12 GH-1", `&#35;${gap}12 !${gap}12 &#126;${gap}12 &#36;${gap}12 GH${gap}-1`],
    ["stays in its cell and on its line", "a|b\nc\r\n| d", "a&#124;b c &#124; d"],
    [
      "has code as messages write it",
      "run `up --target a_b|c<d>\\e`.",
      "run <code>up --target a&#95;b&#124;c&#60;d&#62;&#92;e</code>.",
    ],
    [
      "has no colours of a terminal, as errors of Node bear",
      "\u001b[90m at f\u001b[39;1m\u001b[2J",
      "at f&#92;u001b&#91;2J",
    ],
    ["has a single backtick as one", "a ` b", "a &#96; b"],
    [
      "leaves prices, versions and paths alone",
      "Cost: 1.72 USD/h → 2.58 USD/h (+0.86), web:1.0, mounts.path",
      "Cost: 1.72 USD/h → 2.58 USD/h (+0.86), web:1.0, mounts.path",
    ],
  ])("%s", (_, text, line) => {
    expect(inMarkdownLine(text)).toBe(line);
  });

  it("shows, once its entities are read, the text itself, and nothing that starts markup", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = inMarkdownLine(text);
        expect(line.replace(/<\/?code>/g, "").replace(/&#\d+;/g, "")).not.toMatch(/[\\`*_~[\]<>|#&@\r\n]|:\/\//);
      }),
    );
  });
});

describe("a line of a chat", () => {
  it("calls nobody, and shows where each link leads", () => {
    expect(inChat("<!channel> <https://a.example|Sign in> @here [Sign in](https://b.example) www.c.example")).toBe(
      `&lt;!channel&gt; &lt;https:${gap}//a.example|Sign in&gt; @${gap}here [Sign in]${gap}(https:${gap}//b.example) www${gap}.c.example`,
    );
    expect(inChat("a\n/remind all & more")).toBe("a\\u000a/remind all &amp; more");
  });
});

it("a label of a graph ends where it should, in Mermaid and DOT", () => {
  expect(inMermaid('a"]; b["`c` #quot; <b>\n')).toBe("a#34;]; b[#34;#96;c#96; #35;quot; #60;b#62;#92;u000a");
  expect(inMermaid('%%{init: {"theme": "dark"}}%%')).not.toMatch(/[%{}]/);
  expect(inDot('a"] b\\')).toBe('a\\"] b\\\\');
});

it("SARIF has no links by names, and XML no tags", () => {
  expect(inSarif("Pod [Sign in](https://a.example)[0]")).toBe(`Pod [Sign in]${gap}(https://a.example)[0]`);
  expect(inXml(`<a b='c'>&"`)).toBe("&lt;a b=&apos;c&apos;&gt;&amp;&quot;");
});
