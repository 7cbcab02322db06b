/** One line of `docs/contract/coverage.md`: an operation, schema or rule of the contract. */
export interface Rule {
  readonly id: string;
  readonly text: string;
}

export interface Family {
  /** As the checklist heads it, e.g. `Pods (P, 63)`. */
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** Ids as tests write them; `CH-` and `DF-` entries are no rules. */
export const ruleId = /\b[ABCEJKLMOPRTUV]-\d+\b/g;

/** Reads the checklist, family by family. */
export function readChecklist(markdown: string): Family[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    const rules = lines.flatMap((line) => {
      const [, id, text] = /^- \[.\] ([A-Z]-\d+) (.*)$/.exec(line) ?? [];
      return id === undefined || text === undefined ? [] : [{ id, text: text.replace(/( \[[A-Z:a-z]+\]\S*)+$/, "") }];
    });
    return { title: title.trim(), rules };
  });
}
