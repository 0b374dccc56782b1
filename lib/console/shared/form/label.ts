import type { AnyField } from "#console/shared/fields.ts";
import { say } from "#console/shared/texts.ts";
import { isPathOf } from "./store.ts";

/** The label of the field for a path such as `items[0].price`; the path itself without such a field. */
export function labelOf(fields: readonly AnyField[], path: string): string {
  const field = fields.find(({ name }) => isPathOf(path, name));
  return field ? say(field.label) : path;
}
