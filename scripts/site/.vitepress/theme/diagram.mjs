// Draws a diagram from its text, again when the page turns light or dark. The text stays below the picture.
import source from "@mermaid-js/tiny?url";
import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, watch } from "vue";

let loading;
let drawings = 0;

/** The library, which only pages with a diagram load. */
function library() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

export const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const text = decodeURIComponent(props.text);
    const svg = ref("");
    const natural = ref("0px");
    const draw = async () => {
      const mermaid = await library();
      const theme = isDark.value ? "dark" : "neutral";
      mermaid.initialize({ startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true, theme });
      drawings += 1;
      ({ svg: svg.value } = await mermaid.render(`diagram-${drawings}`, text));
      natural.value = /max-width: ([\d.]+px)/.exec(svg.value)?.[1] ?? "0px";
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      h("figure", { class: "diagram" }, [
        h("div", { class: "drawing", style: { "--natural": natural.value }, innerHTML: svg.value }),
        h("details", [h("summary", "This diagram as text"), h("pre", text)]),
      ]);
  },
});
