import { readFileSync } from "node:fs";

const source = readFileSync(new URL("./page.js", import.meta.url), "utf8");

/** The script of every page of the reference, without comments. The build replaces this module by its value. */
export const PAGE_SCRIPT = source.replace(/^ *(\/\/.*|\/\*\*[\s\S]*?\*\/)\n/gm, "").replace(/^ +/gm, "");
