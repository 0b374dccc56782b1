import type { FieldError } from "#core/errors.ts";
import type { Reference } from "./schema.ts";

/** A reference as it is written in a value, such as `media:<id>`. */
export function written({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}

/** Those references that name nothing, as field errors. */
export function missing(references: Reference[], exists: (reference: Reference) => boolean): FieldError[] {
  return references
    .filter((reference) => !exists(reference))
    .map(({ kind, field }) => ({
      field,
      message: `names ${kind === "media" ? "a media" : "an entry"} that does not exist`,
      error: "FIELD.VALIDATION_FAILED",
    }));
}
