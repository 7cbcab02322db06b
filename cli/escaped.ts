import { ownMember } from "../values/own-member";
import { visibleInLine } from "../client/errors/visible";

/** Foreign texts for formats that are rendered elsewhere: one function for each, in which no text becomes markup. */

const entity = (sign: string): string => `&#${sign.codePointAt(0)};`;

/** An invisible character that breaks up mentions and addresses. */
const gap = "\u200b";

/** Markup within a line of Markdown, with the extensions of code hosts: formulas, differences, emoji names between colons. */
const markup = /[\\`*_~[\]<>|#&@$^{}]|:(?=\/|[\w+-]+:)/g;

/** Mentions, linked changes and labels, and commands of chats: everything that hosts look for in plain text. */
const mention = /[@#!~%$&](?=[\w"])|\bwww(?=\.)|:(?=\/\/)|\bGH(?=-\d)/gi;

/** A colour of a terminal, as in the stack of a program's error. */
const colour = /\u001b\[[\d;]*m/g;

const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(" ");

/** One line of Markdown, also for a table cell. Text between backticks is code; each sign stands for itself. */
export const inMarkdownLine = (text: string): string =>
  visibleInLine(inOneLine(text.replace(colour, "")))
    .split(/`([^`]+)`/)
    .map((part, at) =>
      at % 2 === 1
        ? `<code>${part.replace(markup, entity)}</code>`
        : part.replace(mention, (sign) => `${sign}${gap}`).replace(markup, entity),
    )
    .join("");

const chatSigns: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A line of a chat's `text`, without mentions and without links under another name. */
export const inChat = (text: string): string =>
  visibleInLine(text)
    .replace(/[&<>]/g, (sign) => ownMember(chatSigns, sign) ?? sign)
    .replace(/@(?=\w)|\bwww(?=\.)|:(?=\/\/)|\](?=\()/gi, (sign) => `${sign}${gap}`);

const xmlSigns: Readonly<Record<string, string>> = { ...chatSigns, '"': "&quot;", "'": "&apos;" };

/** XML can't represent most of the characters that are made visible here, and an end of line in an attribute would be read as a blank. */
export const inXml = (text: string): string =>
  visibleInLine(text)
    .replace(/[&<>"']/g, (sign) => ownMember(xmlSigns, sign) ?? sign)
    .replace(/[\ufffe\uffff]/g, "\ufffd");

/** A message of SARIF, where brackets before parentheses would make a link. */
export const inSarif = (text: string): string => visibleInLine(text).replace(/\](?=\()/g, `]${gap}`);

/** A label of Mermaid, in quotation marks. `%%{` would begin a directive even there. */
export const inMermaid = (text: string): string =>
  visibleInLine(text).replace(/["&<>#%{}`\\]/g, (sign) => `#${sign.codePointAt(0)};`);

/** A label of DOT, in quotation marks. */
export const inDot = (text: string): string => visibleInLine(text).replace(/[\\"]/g, "\\$&");
