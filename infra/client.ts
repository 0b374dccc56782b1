import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientTypes } from "./client-types.ts";
import { renewSettings } from "./settings-table.ts";

writeFileSync(join(import.meta.dirname, "../lib/client/api.ts"), clientTypes());
renewSettings();
