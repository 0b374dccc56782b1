import { readFileSync } from "node:fs";

/** The widget as it is written; what is bundled has it smaller. */
export const SCRIPT = readFileSync(new URL("./support.js", import.meta.url), "utf8");
