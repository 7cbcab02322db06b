import { ownMember } from "../values/own-member";
import { visibleInLine } from "../client/errors/visible";

/**
 * Text in which names, messages and values of others stand, for the formats that people read elsewhere: one function a format, and in
 * each of them nothing of it is markup.
 */

const entity = (sign: string): string => `&#${sign.codePointAt(0)};`;

/** Nobody sees it, and what it parts is no mention and no address. */
const gap = "\u200b";

/** What Markdown reads as markup within a line, with what the code hosts add: sums, differences, pictures by a name between colons. */
const markup = /[\\`*_~[\]<>|#&@$^{}]|:(?=\/|[\w+-]+:)/g;

/** Somebody who is told, a change or a label that is linked, or a command of a chat: whatever the host looks for in the text that is left. */
const mention = /[@#!~%$&](?=[\w"])|\bwww(?=\.)|:(?=\/\/)|\bGH(?=-\d)/gi;

const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(" ");

/**
 * One line of Markdown, also in a cell of a table. What stands between two backticks is code, as messages write it; there and elsewhere
 * each sign is itself.
 */
export const inMarkdownLine = (text: string): string =>
  visibleInLine(inOneLine(text))
    .split(/`([^`]+)`/)
    .map((part, at) =>
      at % 2 === 1
        ? `<code>${part.replace(markup, entity)}</code>`
        : part.replace(mention, (sign) => `${sign}${gap}`).replace(markup, entity),
    )
    .join("");

const chatSigns: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A line of the `text` that chats read: nobody is called, and nothing is a link under another name. */
export const inChat = (text: string): string =>
  visibleInLine(text)
    .replace(/[&<>]/g, (sign) => ownMember(chatSigns, sign) ?? sign)
    .replace(/@(?=\w)|\bwww(?=\.)|:(?=\/\/)|\](?=\()/gi, (sign) => `${sign}${gap}`);

const xmlSigns: Readonly<Record<string, string>> = { ...chatSigns, '"': "&quot;", "'": "&apos;" };

/** XML has no form for most of what is made visible here; an end of line in an attribute would be read as a blank. */
export const inXml = (text: string): string =>
  visibleInLine(text)
    .replace(/[&<>"']/g, (sign) => ownMember(xmlSigns, sign) ?? sign)
    .replace(/[\ufffe\uffff]/g, "\ufffd");

/** A message of SARIF, where brackets before parentheses would make a link. */
export const inSarif = (text: string): string => visibleInLine(text).replace(/\](?=\()/g, `]${gap}`);

/** A label of Mermaid, in quotation marks. */
export const inMermaid = (text: string): string =>
  visibleInLine(text).replace(/["&<>#`\\]/g, (sign) => `#${sign.codePointAt(0)};`);

/** A label of DOT, in quotation marks. */
export const inDot = (text: string): string => visibleInLine(text).replace(/[\\"]/g, "\\$&");

/** A word of a command as a shell reads it. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
