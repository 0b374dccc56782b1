import type { AnyField } from "#console/shared/fields.ts";
import { say } from "#console/shared/texts.ts";
import { isOf } from "./store.ts";

/** What the field is called that a path of the API, or of the form, is of. */
export function labelOf(fields: readonly AnyField[], path: string): string {
  const field = fields.find(({ name }) => isOf(path, name));
  return field ? say(field.label) : path;
}
