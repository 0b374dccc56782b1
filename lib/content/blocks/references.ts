import { type FieldError, fieldError } from "#core/errors.ts";
import type { Reference } from "./schema.ts";

/** The text of a reference, such as `media:<id>`. */
export function referenceText({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}

/** A field error for each reference to a missing record. */
export function missingReferenceErrors(
  references: Reference[],
  exists: (reference: Reference) => boolean,
): FieldError[] {
  return references
    .filter((reference) => !exists(reference))
    .map(({ kind, field }) =>
      fieldError(field, `names ${kind === "media" ? "a media" : "an entry"} that does not exist`),
    );
}

/**
 * The references that a change adds to a record. Only these are checked, because a stored one may name a record that
 * was deleted since, which must not block other changes.
 *
 * @param stored the record, or the part of it that holds references
 */
export function newReferences(references: Reference[], stored: unknown): Reference[] {
  const known = new Set(textsIn(stored));
  return references.filter((reference) => !known.has(referenceText(reference)) && !known.has(reference.id));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
