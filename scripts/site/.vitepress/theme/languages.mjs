// The language that a reader has chosen: every block with tabs shows it, on this page and on the next ones.

const key = "language";

const labelsOf = (group) => [...group.querySelectorAll(".tabs label")];

/** Shows the chosen language wherever the page has it. */
export function showLanguage() {
  const chosen = stored();
  if (chosen === null) return;
  for (const group of document.querySelectorAll(".vp-code-group")) {
    const labels = labelsOf(group);
    const at = labels.findIndex((label) => label.textContent === chosen);
    if (at < 0) continue;
    labels[at].previousElementSibling.checked = true;
    const blocks = [...group.querySelector(".blocks").children];
    blocks.forEach((block, index) => block.classList.toggle("active", index === at));
  }
}

export function rememberLanguage({ target }) {
  if (!(target instanceof Element)) return;
  const label = target.closest(".vp-code-group .tabs label");
  if (label === null) return;
  const before = label.getBoundingClientRect().top;
  try {
    localStorage.setItem(key, label.textContent);
  } catch {
    return;
  }
  showLanguage();
  // Blocks above may have become longer or shorter: what was clicked stays where it was.
  scrollBy({ top: label.getBoundingClientRect().top - before, behavior: "instant" });
}

function stored() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
