import Theme from "vitepress/theme";
import { onContentUpdated, useData } from "vitepress";
import { h } from "vue";
import { Diagram } from "./diagram.mjs";
import { rememberLanguage, showLanguage } from "./languages.mjs";
import "./style.css";

/** Below each page: what the package is, in which version, and where it comes from. */
const Foot = {
  setup() {
    const { version, licence, repository } = useData().theme.value.about;
    const source = h("a", { href: repository }, "source");
    return () => h("p", { class: "foot" }, [`pulumi-compute-platform ${version} · ${licence} · `, source]);
  },
};

export default {
  extends: Theme,
  Layout: () =>
    h(Theme.Layout, null, {
      "doc-after": () => h(Foot),
      "home-features-after": () => undefined,
      "layout-bottom": () => h(Foot),
    }),
  enhanceApp({ app }) {
    app.component("Diagram", Diagram);
    if (!import.meta.env.SSR) addEventListener("click", rememberLanguage);
  },
  setup() {
    onContentUpdated(showLanguage);
  },
};
