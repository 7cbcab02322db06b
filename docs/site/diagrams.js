// Draws the diagrams of a page from their text, with the copy of Mermaid in assets/, which only pages with a diagram load.
// The text stays in the page: it is what a browser without scripts shows, and what can be opened below the picture.
addEventListener("DOMContentLoaded", () => {
  const blocks = [...document.querySelectorAll("pre:has(> code.mermaid)")];
  if (blocks.length === 0) return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => {
    const { theme } = document.documentElement.dataset;
    return theme === "dark" || (theme !== "light" && dark.matches);
  };
  const sourceOf = (block) => {
    const code = block.querySelector("code").cloneNode(true);
    for (const lineEnd of code.querySelectorAll("br")) lineEnd.replaceWith("\n");
    return code.textContent;
  };
  const diagrams = blocks.map((block) => {
    const source = sourceOf(block);
    const picture = document.createElement("figure");
    picture.className = "diagram";
    const text = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "This diagram as text";
    text.append(summary);
    return { block, source, picture, text };
  });
  let drawings = 0;
  const draw = async () => {
    const { mermaid } = globalThis;
    const theme = isDark() ? "dark" : "neutral";
    mermaid.initialize({ startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true, theme });
    for (const { block, source, picture, text } of diagrams) {
      const drawn = await mermaid.render(`diagram-${(drawings += 1)}`, source).catch(() => undefined);
      // What can't be drawn stays text.
      if (drawn === undefined) continue;
      picture.innerHTML = drawn.svg;
      picture.style.setProperty("--diagram-width", picture.querySelector("svg").style.maxWidth);
      if (picture.isConnected) continue;
      block.before(picture, text);
      text.append(block);
    }
  };
  const library = document.createElement("script");
  library.src = new URL("assets/mermaid.js", new URL(document.documentElement.dataset.base ?? "./", location.href)).href;
  library.onload = () => {
    let shown = isDark();
    // One drawing after the other, and none that is drawn already.
    let last = draw();
    const redraw = () => {
      if (isDark() === shown) return;
      shown = isDark();
      last = last.then(draw);
    };
    dark.addEventListener("change", redraw);
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  };
  document.head.append(library);
});
