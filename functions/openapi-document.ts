import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openapi } from "#core/http/openapi.ts";
import { PICTURE, PICTURE_PATH } from "#lib/content/media/picture-document.ts";
import { errorExamples } from "./error-examples.ts";
import { fieldDescriptions } from "./field-descriptions.ts";
import { operations } from "./manifest.ts";
import { schemaModules } from "./schemas.ts";

const ROOT = join(import.meta.dirname, "..");
/** The domain whose reference page shows the guide of a domain without operations. */
const PAGE_OF_DOMAIN: Readonly<Record<string, string>> = {
  people: "auth",
  tenants: "stores",
  visitors: "storefront",
  blocks: "collections",
  plans: "subscriptions",
  bookables: "services",
  inventory: "products",
};

const guides: Record<string, string> = {};
const files = globSync(["lib/*/*/guide.md", "functions/*/*/guide.md"], { cwd: ROOT }).sort();
const domainOf = (file: string) => basename(dirname(file));
const [furtherFiles, ownFiles] = [true, false].map((isFurther) =>
  files.filter((file) => domainOf(file) in PAGE_OF_DOMAIN === isFurther),
);
for (const file of [...(ownFiles ?? []), ...(furtherFiles ?? [])]) {
  const domain = domainOf(file);
  const page = PAGE_OF_DOMAIN[domain] ?? domain;
  const text = readFileSync(join(ROOT, file), "utf8");
  // A further guide of a domain becomes a section of its page.
  guides[page] = guides[page] ? `${guides[page]}\n${text.replace(/^#/gm, "##")}` : text;
}

const [changes = "", ...concepts] = ["changes.md", "concepts.md", "coming-from.md"].map((file) =>
  readFileSync(join(ROOT, "lib/core", file), "utf8"),
);

const paths = { [PICTURE_PATH]: PICTURE };

/** The OpenAPI document without a server. The build replaces this module by its value. */
export const document = openapi(operations, {
  schemas: schemaModules,
  descriptions: fieldDescriptions,
  errorExamples,
  paths,
  guides,
  concepts,
  changes,
});
