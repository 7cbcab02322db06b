/** A table that is sorted by a click on a heading, and whose rows stay in place while their texts change. */
export const tables = `
const wordsOf = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);
const fits = (words, text) => words.every((word) => text.includes(word));
const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });

/** One cell: its text, its classes, and its sort key. */
function cellOf(column, row) {
  const text = String(column.of(row) ?? "");
  const state = column.kind === "status" ? tone(column.toneOf ? column.toneOf(row) : text) : "";
  return { text, className: [column.kind, state].filter(Boolean).join(" "), rank: column.by ? column.by(row) : text };
}

function table(columns, { keyOf = (row) => row.id, open, act, redraw = () => undefined }) {
  let sorting;
  const known = new Map();
  const body = element("tbody");
  let order = "";
  const headings = columns.map((column, index) => {
    const sort = () => {
      sorting = { index, isUp: sorting?.index === index ? !sorting.isUp : true };
      headings.forEach((each, nth) => (each.ariaSort = nth !== index ? "none" : sorting.isUp ? "ascending" : "descending"));
      redraw();
    };
    return element("th", { className: column.kind ?? "", scope: "col" }, button(column.title, sort, "Sort by " + column.title.toLowerCase()));
  });
  const lastHeading = act ? [element("th", { className: "act" })] : [];
  const node = element("div", { className: "scroll", tabIndex: 0 }, element("table", {},
    element("thead", {}, element("tr", {}, ...headings, ...lastHeading)), body));

  function lineFor(key, row) {
    const found = known.get(key);
    if (found) return Object.assign(found, { row });
    const made = { row, cells: columns.map(() => element("td")), texts: [] };
    if (open) {
      const show = () => open(made.row);
      made.line = element("tr", { className: "opens", tabIndex: 0, onclick: show, onkeydown: (event) => event.key === "Enter" && show() }, ...made.cells);
    } else made.line = element("tr", {}, ...made.cells, ...(act ? [element("td", { className: "act" }, act(made))] : []));
    known.set(key, made);
    return made;
  }

  /** Shows the rows that fit the words. Returns how many did. */
  function show(rows, words = []) {
    const fitting = rows.map((row) => ({ row, key: keyOf(row), cells: columns.map((column) => cellOf(column, row)) }))
      .filter(({ cells }) => fits(words, cells.map(({ text }) => text).join(" ").toLowerCase()));
    if (sorting) fitting.sort((a, b) => compare(a.cells[sorting.index].rank, b.cells[sorting.index].rank) * (sorting.isUp ? 1 : -1));
    const lines = fitting.map(({ row, key, cells }) => {
      const line = lineFor(key, row);
      cells.forEach(({ text, className }, nth) => {
        if (line.texts[nth] === text + className) return;
        line.texts[nth] = text + className;
        Object.assign(line.cells[nth], { textContent: text, className, title: /name|long/.test(className) ? text : "" });
      });
      return line.line;
    });
    const keys = new Set(fitting.map(({ key }) => key));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    const newOrder = JSON.stringify([...keys]);
    if (newOrder !== order) body.replaceChildren(...lines);
    order = newOrder;
    return fitting.length;
  }
  return { node, show };
}
`;
