import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openapi } from "#core/http/openapi.ts";
import { operations } from "./manifest.ts";
import { schemaModules } from "./schemas.ts";

const LIB = join(import.meta.dirname, "..", "lib");
const guides = Object.fromEntries(
  globSync("*/*/guide.md", { cwd: LIB }).map((file) => [
    basename(dirname(file)),
    readFileSync(join(LIB, file), "utf8"),
  ]),
);

const concepts = ["concepts.md", "coming-from.md"].map((file) =>
  readFileSync(join(LIB, "core", file), "utf8"),
);

/** The OpenAPI document, to which the server is to be added. What is deployed has the value in place of this file. */
export const document = openapi(operations, { schemas: schemaModules, guides, concepts });
