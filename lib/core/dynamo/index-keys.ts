import { once } from "#core/once.ts";
import { compile, slotsOf } from "./template.ts";

/** What a kind of record can be listed by; `by_updated` and `by_key` are sort keys of the indexes. */
export interface IndexTemplates {
  list: string;
  child: string;
  all: string;
  by_updated: string;
  by_key: string;
  due: string;
}

/** The attributes that hold a partition of an index. */
export type PartitionName = "list" | "child" | "all" | "due";

type Fields = Record<string, unknown>;

/**
 * Compiles the index templates of a kind of record.
 *
 * @returns the index attributes for some fields; a template with an empty slot leaves its index out
 */
export function indexing(
  templates: Partial<IndexTemplates & { due_by: string }> = {},
): (fields: Fields) => Record<string, string> {
  const compiled = once(() =>
    Object.entries(templates).map(([attribute, template]) => ({
      attribute,
      slots: slotsOf(template),
      fill: compile(template),
    })),
  );
  return (fields) => {
    const keys: Record<string, string> = {};
    for (const { attribute, slots, fill } of compiled()) {
      if (slots.every((name) => isFilled(fields[name]))) keys[attribute] = fill(fields);
    }
    // Without a time there is nothing due.
    if (keys.due_by === undefined) delete keys.due;
    return keys;
  };
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
