import type { AnyField } from "#console/shared/fields.ts";
import { say } from "#console/shared/texts.ts";
import { isPathOf } from "./store.ts";

/** The label of the field to which a path belongs; the path itself if there is none. */
export function labelOf(fields: readonly AnyField[], path: string): string {
  const field = fields.find(({ name }) => isPathOf(path, name));
  return field ? say(field.label) : path;
}
