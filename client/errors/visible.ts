/** Control characters but for line feeds and tabs, halves of surrogate pairs, and what turns text around or ends lines unseen. */
const unseen = /[^\n\t\P{Cc}]|[\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** What CI systems take for a command in a log: `::error::` at a line's start, `##[error]`, `##vso[…]`, `##teamcity[…]` anywhere. */
const commandAtStart = /^([^\S\n]*):(?=:)/gm;
const commandAnywhere = /#(?=#[\w-]*\[)/g;

/**
 * Text for people to read, in which nothing can move the cursor, colour, hide or reorder what they see, or speak to the CI
 * system that keeps the log. Ends of lines and tabs stay. What is hidden is shown as `\u001b`, which inside of JSON means
 * what it stands for, so that a JSON document stays the same.
 */
export const visible = (text: string): string =>
  text
    .replace(unseen, escaped)
    .replace(commandAtStart, `$1${escaped(":")}`)
    .replace(commandAnywhere, escaped("#"));

/** As `visible`, for a value that stands within a line: ends of lines and tabs are escaped too. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, escaped);

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
