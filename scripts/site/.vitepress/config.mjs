import { defineConfig } from "vitepress";
import { navigationOf } from "../navigation.mjs";
import { about, pages, titleOf } from "../pages.mjs";
import { extendMarkdown, slugOf } from "./markdown.mjs";

const staged = pages();
const linkOf = (page) => `/${page.replace(/(^|\/)index$/, "$1")}`;
const item = (page) => ({ text: titleOf(staged.get(`${page}.md`) ?? "") ?? page, link: linkOf(page) });

export default defineConfig({
  srcDir: "staged",
  outDir: "../../dist-docs",
  cacheDir: "node_modules/.cache/site",
  base: process.env.DOCS_BASE ?? "/",
  lang: "en",
  title: "pulumi-compute-platform",
  titleTemplate: ":title · pulumi-compute-platform",
  description: "Machines for machine learning as a Pulumi program",
  head: [["link", { rel: "icon", href: `${process.env.DOCS_BASE ?? "/"}favicon.svg`, type: "image/svg+xml" }]],
  markdown: {
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
    config: extendMarkdown,
  },
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    siteTitle: "pulumi-compute-platform",
    nav: [
      { text: "Start", link: "/start", activeMatch: "^/start" },
      { text: "Resources", link: "/resources/pod", activeMatch: "^/resources/" },
      { text: "Guides", link: "/guides/", activeMatch: "^/guides/" },
      { text: "Examples", link: "/examples/", activeMatch: "^/examples/" },
      { text: "Command line", link: "/cli" },
      {
        text: about.version,
        items: [
          { text: "Changelog", link: "/changelog" },
          { text: "Repository", link: about.repository },
        ],
      },
    ],
    about,
    sidebar: navigationOf(staged).map(({ text, pages: names, isFolded }) => ({
      text,
      items: names.map(item),
      ...(isFolded ? { collapsed: true } : {}),
    })),
    outline: [2, 2],
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch: {
          options: {
            // `NetworkVolume` is found as volume, as network and as a whole.
            tokenize: (text) =>
              text
                .split(/[^\p{L}\p{N}_-]+/u)
                .flatMap((word) => [word, ...word.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[ _-]+/)])
                .filter((word, at, all) => word !== "" && all.indexOf(word) === at),
          },
          searchOptions: {
            // Of a short word, a letter more makes another word.
            fuzzy: (term) => (term.length > 5 ? 0.15 : false),
            // What people call something, and what the pages call it.
            processTerm: (term) => {
              const word = term.toLowerCase();
              const names = {
                spot: "interruptible",
                preemptible: "interruptible",
                billing: "costs",
                price: "costs",
                prices: "costs",
                401: "unauthenticated",
                quota: "limits",
                notebook: "jupyter",
                jupyter: "notebook",
              };
              return Object.hasOwn(names, word) ? [word, names[word]] : word;
            },
            prefix: true,
            boost: { title: 5, titles: 2, text: 1 },
            // The page of a resource itself, then its parts, then guides that speak of it.
            boostDocument: (id) => {
              const [page, anchor = ""] = id.split("#");
              const name = page.replace(/^.*\//, "").replace(/\.html$/, "");
              const isItself = anchor === name.replaceAll("-", "");
              const isDetail = anchor.startsWith("type-") || page.endsWith("/cli.html");
              return (page.includes("/resources/") ? 2 : 1) * (isItself ? 4 : 1) * (isDetail ? 0.3 : 1);
            },
          },
        },
      },
    },
  },
});
