export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}

/** XML 1.0, production 2, as code points. */
const notAChar = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const attribute = / ([A-Za-z]+)="([^"<]*)"/y;
const tag = /<(\/)?([A-Za-z]+)((?: [A-Za-z]+="[^"<]*")*)(\/)?>/y;

/**
 * Reads a document of elements, attributes and text: less than XML has, and none that XML has not.
 *
 * @throws for anything that a reader of XML would refuse.
 */
export function readXml(text: string): Element {
  const bad = notAChar.exec(text);
  if (bad) throw new Error(`no character of XML at ${bad.index}: ${JSON.stringify(bad[0])}`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(head)) throw new Error("no declaration");
  const root: Element = { name: "", attributes: {}, children: [] };
  const open: Element[] = [root];
  let at = head.length;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const between = text.slice(at, next === -1 ? text.length : next);
    unescaped(between);
    if (open.length === 1 && between.trim() !== "") throw new Error(`text outside of the document: ${between}`);
    if (next === -1) break;
    tag.lastIndex = next;
    const found = tag.exec(text);
    if (!found) throw new Error(`no tag at ${next}: ${text.slice(next, next + 80)}`);
    at = tag.lastIndex;
    const [, closes, name = "", attributes = "", isEmpty] = found;
    if (closes) {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`unexpected end of ${name}`);
      continue;
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [] };
    open.at(-1)!.children.push(element);
    if (!isEmpty) open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error("not one whole element");
  return root.children[0]!;
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  attribute.lastIndex = 0;
  for (let one = attribute.exec(text); one; one = attribute.exec(text)) {
    const [, name = "", value = ""] = one;
    if (name in found) throw new Error(`${name} stands twice`);
    // A reader turns these into blanks.
    found[name] = unescaped(value).replace(/[\t\n\r]/g, " ");
  }
  return found;
}

function unescaped(text: string): string {
  if (text.includes("]]>")) throw new Error("the end of a section in text");
  return text.replace(/&(\w+);|&/g, (all, name: string | undefined) => {
    const char = name === undefined ? undefined : entities[name];
    if (char === undefined) throw new Error(`no entity: ${all}`);
    return char;
  });
}
