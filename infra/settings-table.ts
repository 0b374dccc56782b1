import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "#core/env.ts";

export const GUIDE = join(import.meta.dirname, "guide.md");

/** The operators' guide with the table of settings as the code has them. */
export function withSettings(guide: string): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, meaning]) => `| \`${name}\` | ${meaning.replaceAll("|", "or")} |`,
  );
  const table = ["| variable | what it is |", "|---|---|", ...rows].join("\n");
  return guide.replace(
    /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/,
    (_, begin: string, end: string) => `${begin}${table}\n${end}`,
  );
}

export function renewSettings(): void {
  writeFileSync(GUIDE, withSettings(readFileSync(GUIDE, "utf8")));
}
