// A plugin of the site's generator: a page is called what its first heading says, and is grouped by the folder it is in.
import { Converter } from "typedoc";

const groups = [
  { folder: "guides/", title: "Guides" },
  { folder: "resources/", title: "Resources" },
  { folder: "examples/", title: "Examples" },
  { folder: "templates/", title: "Examples" },
  { folder: "policies/", title: "Guides" },
  { folder: "decisions/", title: "Decisions" },
  { folder: "contract/", title: "Contract" },
  { folder: "reference/", title: "Contract" },
];

const textOf = (parts) => parts.map(({ text }) => text).join("");

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    const heading = /^# (.+)$/m.exec(textOf(page.content));
    const file = page.project.files.getReflectionPath(page) ?? "";
    const group = groups.find(({ folder }) => file.includes(`/${folder}`));
    if (heading) page.name = heading[1];
    page.frontmatter.group ??= group?.title ?? "Overview";
  });
}
