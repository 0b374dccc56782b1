import { readFileSync } from "node:fs";
import { join } from "node:path";
import { referenceSite } from "#core/reference/site.ts";
import { stateDiagram } from "#core/reference/states.ts";
import { lifecycles } from "./lifecycles.ts";
import { document } from "./openapi-document.ts";

const ROOT = join(import.meta.dirname, "..");
const guides = ["lib/core/guide.md", "lib/client/guide.md", "lib/core/security.md", "infra/guide.md"].map(
  (file) => readFileSync(join(ROOT, file), "utf8"),
);

// Each diagram is shown above its lifecycle's table.
const diagrams = new Map(lifecycles.map(({ life }) => [life.name, stateDiagram(life)]));

/** The pages of the reference by name. The build replaces this module by its value. */
export const site = referenceSite(document, guides, diagrams);
