import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { SETTINGS } from "#core/env.ts";
import { configOf } from "#infra/config.ts";
import { STACK_SETTINGS } from "#infra/local/settings.ts";
import { Settings } from "#infra/settings.ts";

export const GUIDE_FILE = join(import.meta.dirname, "../guide.md");

export function withSettingsTables(guide: string): string {
  const head = ["variable", "what it is"];
  const variables = withTable(guide, "variables", head, Object.entries(SETTINGS));
  const local = withTable(variables, "local", head, Object.entries(STACK_SETTINGS));
  return withTable(local, "settings", ["setting", "value", "what it is", "default in prod"], settingRows());
}

export function updateGuide(): void {
  writeFileSync(GUIDE_FILE, withSettingsTables(readFileSync(GUIDE_FILE, "utf8")));
}

function settingRows(): string[][] {
  const defaults = new Map(Object.entries(configOf("prod", {})));
  return Object.entries(Settings.shape).map(([name, schema]) => {
    const value = defaults.get(name);
    const shape = typeTextOf(z.toJSONSchema(schema, { io: "input" }));
    return [name, shape, schema.description ?? "", value === undefined ? "" : `\`${JSON.stringify(value)}\``];
  });
}

function typeTextOf({ type, properties, required = [], enum: values }: z.core.JSONSchema.BaseSchema): string {
  if (values) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "array") return "list";
  if (!properties) return String(type);
  const keys = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
  return `\`{${keys.join(", ")}}\``;
}

function withTable(text: string, name: string, head: string[], rows: string[][]): string {
  const lines = rows.map(
    ([first, ...rest]) => `| \`${first}\` | ${rest.map((cell) => cell.replaceAll("|", "or")).join(" | ")} |`,
  );
  const table = [`| ${head.join(" | ")} |`, `|${head.map(() => "---|").join("")}`, ...lines].join("\n");
  return text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- /${name} -->)`),
    (_, begin: string, end: string) => `${begin}${table}\n${end}`,
  );
}
