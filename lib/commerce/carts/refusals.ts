import { validationFailed } from "#core/errors.ts";

/** A 400 about one field. */
export function refuse(field: string, message: string): Error {
  return validationFailed([{ field, message, error: "FIELD.VALIDATION_FAILED" }]);
}
