import { compile } from "./template.ts";

/** What a kind of record can be listed by; `by_updated` and `by_key` are sort keys of the indexes. */
export interface IndexTemplates {
  list: string;
  child: string;
  by_updated: string;
  by_key: string;
  due: string;
  due_at: string;
}

/** The index attributes of a record; a template with an empty slot leaves its index out. */
export function indexKeys<T>(
  indexes: Partial<IndexTemplates> | ((record: T) => Partial<IndexTemplates>) | undefined,
  record: T,
): Record<string, string> {
  if (!indexes) return {};
  const templates = typeof indexes === "function" ? indexes(record) : indexes;
  const keys: Record<string, string> = {};
  for (const [attribute, template] of Object.entries(templates)) {
    const compiled = compileIfFilled(template, record as Record<string, unknown>);
    if (compiled !== undefined) keys[attribute] = compiled;
  }
  return keys;
}

const compiled = new Map<string, { slots: string[]; fill: (fields: Record<string, unknown>) => string }>();

function compileIfFilled(template: string, record: Record<string, unknown>): string | undefined {
  let entry = compiled.get(template);
  if (!entry) {
    entry = {
      slots: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      fill: compile(template),
    };
    compiled.set(template, entry);
  }
  return entry.slots.every(
    (name) => record[name] !== undefined && record[name] !== null && record[name] !== "",
  )
    ? entry.fill(record)
    : undefined;
}
