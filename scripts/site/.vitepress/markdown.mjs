// How Markdown becomes a page. Pages compile as Vue templates, so what looks like a tag or a placeholder in prose is escaped.

/** A heading's anchor, as a forge has it: scripts/gates/pages.mjs checks links against the same form. */
export const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** Tags that our pages use. Anything else between angle brackets is text. */
const tags = /^<\/?(?:a|br|div|em|img|picture|source|span|strong|sup)(?:\s[^>]*)?\/?>$/;

export function extendMarkdown(md) {
  const { escapeHtml } = md.utils;
  const { rules } = md.renderer;
  const withoutPlaceholders = (html) => html.replaceAll("{{", "&#123;&#123;");
  rules.code_inline = (tokens, at) => `<code v-pre>${escapeHtml(tokens[at].content)}</code>`;
  rules.text = (tokens, at) => withoutPlaceholders(escapeHtml(tokens[at].content));
  rules.html_inline = (tokens, at) => {
    const { content } = tokens[at];
    return tags.test(content) ? content : withoutPlaceholders(escapeHtml(content));
  };
  // On a phone the cells of a row stand below each other, each with the name of its column.
  md.core.ruler.push("labels", ({ tokens }) => {
    let labels = [];
    let column = 0;
    tokens.forEach(({ type }, at) => {
      if (type === "table_open") labels = [];
      if (type === "tr_open") column = 0;
      if (type === "th_open") labels.push(tokens[at + 1].content.replaceAll("`", ""));
      if (type === "td_open") tokens[at].attrSet("data-label", labels[column++] ?? "");
    });
  });
  const { fence } = rules;
  rules.fence = (tokens, at, ...rest) => {
    if (tokens[at].info.trim() !== "mermaid") return fence(tokens, at, ...rest);
    return `<Diagram text="${encodeURIComponent(tokens[at].content)}" />`;
  };
}
