import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientTypes } from "./client-types.ts";
import { consoleModules } from "./console-types.ts";
import { updateGuide } from "./settings-table.ts";

const LIB_FOLDER = join(import.meta.dirname, "../../lib");

writeFileSync(join(LIB_FOLDER, "client/api.ts"), clientTypes());
mkdirSync(join(LIB_FOLDER, "console/generated"), { recursive: true });
for (const [name, text] of Object.entries(consoleModules()))
  writeFileSync(join(LIB_FOLDER, "console/generated", name), text);
updateGuide();
