import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientTypes } from "./client-types.ts";
import { consoleModules } from "./console-types.ts";
import { renewSettings } from "./settings-table.ts";

const LIB = join(import.meta.dirname, "../../lib");

writeFileSync(join(LIB, "client/api.ts"), clientTypes());
mkdirSync(join(LIB, "console/generated"), { recursive: true });
for (const [name, text] of Object.entries(consoleModules()))
  writeFileSync(join(LIB, "console/generated", name), text);
renewSettings();
