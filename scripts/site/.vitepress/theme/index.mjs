import Theme from "vitepress/theme";
import { onContentUpdated } from "vitepress";
import { Diagram } from "./diagram.mjs";
import { rememberLanguage, showLanguage } from "./languages.mjs";
import "./style.css";

export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component("Diagram", Diagram);
    if (!import.meta.env.SSR) addEventListener("click", rememberLanguage);
  },
  setup() {
    onContentUpdated(showLanguage);
  },
};
