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

/** The heading of a section that stands at the end of a guide. */
const LAST_HEADING = /^## (Decisions|Limits)\n/;

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
  guides[page] = guides[page] ? joinGuides(guides[page], text) : text;
}

/** One guide of two: a further guide becomes a section of the first, and their decisions and limits stand together. */
function joinGuides(first: string, further: string): string {
  const [own = [], added = []] = [first, further].map((text) => text.split(/^(?=## )/m));
  const isLast = (section: string) => LAST_HEADING.test(section);
  const last: Record<string, string> = {};
  for (const section of [...own, ...added].filter(isLast)) {
    const [heading = ""] = LAST_HEADING.exec(section) ?? [];
    last[heading] = `${last[heading] ?? heading}\n${section.slice(heading.length).trim()}\n`;
  }
  const others = added.filter((section) => !isLast(section)).map((text) => text.replace(/^#/gm, "##"));
  return [...own.filter((section) => !isLast(section)), ...others, ...Object.values(last)]
    .map((section) => section.trim())
    .join("\n\n");
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
