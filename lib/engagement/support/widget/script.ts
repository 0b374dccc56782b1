import { readFileSync } from "node:fs";

/** The widget's source; the build replaces it by a minified one. */
export const SCRIPT = readFileSync(new URL("./support.js", import.meta.url), "utf8");
