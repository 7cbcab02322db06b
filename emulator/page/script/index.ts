import { charts, graph } from "./graph";
import { controls } from "./controls";
import { details } from "./details";
import { elements } from "./elements";
import { main } from "./main";
import { requests } from "./requests";
import { resources } from "./resources";
import { tables } from "./tables";

/**
 * Runs in the browser: asks this emulator once a second for its state, its latest requests and its hardware, and writes
 * what comes back as text, never as markup. Each part is the text of a script, because the page's policy allows this one
 * script and no other.
 */
export const script = `"use strict";\n${[elements, tables, charts, graph, resources, requests, details, controls, main].join("")}`;
