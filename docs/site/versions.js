// The switch between the releases of the docs, where there is more than one of them: beside the folders of the releases is
// versions.js, which says which there are and which pages they have. Without it, as in a checkout, there is no switch.
{
  const base = new URL(document.documentElement.dataset.base ?? "./", location.href);
  const list = document.createElement("script");
  list.src = new URL("../versions.js", base).href;
  list.onload = () => {
    const { releases, pages } = globalThis.docsVersions;
    const here = base.pathname.split("/").at(-2);
    if (releases.length < 2 || !releases.includes(here)) return;
    const page = location.pathname.slice(base.pathname.length) || "index.html";
    const choice = document.createElement("select");
    choice.id = "docs-version";
    choice.setAttribute("aria-label", "Version");
    for (const version of releases)
      choice.add(new Option(version === releases[0] ? `${version} (latest)` : version, version, false, version === here));
    choice.onchange = () => {
      const target = pages[choice.value].includes(page) ? page : "index.html";
      location.href = new URL(`../${choice.value}/${target}`, base).href;
    };
    document.querySelector("header .title")?.after(choice);
  };
  document.head.append(list);
}
