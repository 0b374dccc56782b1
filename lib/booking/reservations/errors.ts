import { type ApiError, defineErrors, fieldError, noSuch } from "#core/errors.ts";

export const RESERVATION = defineErrors("RESERVATION", {
  NOT_FOUND: noSuch(400, "reservation"),
  TIME_SLOT_NOT_AVAILABLE: [409, "This time is taken. Choose another one."],
  OUTSIDE_WORKING_HOURS: [400, "The provider does not work at this time."],
  FAILED_CREATE: [400, "This cannot be booked: {message}."],
  INVALID_STATUS: [409, "A reservation that is {from} cannot become {to}."],
});

export function noPartsError(): ApiError {
  const validationErrors = [{ field: "parts", message: "is required", error: "FIELD.REQUIRED_MISSING" }];
  return RESERVATION.FAILED_CREATE({ message: "name its parts, or a quote of them", validationErrors });
}

export function bookingError(index: number, field: string, message: string): ApiError {
  const validationErrors = [fieldError(`parts[${index}].${field}`, message)];
  return RESERVATION.FAILED_CREATE({ message: `part ${index + 1} ${message}`, validationErrors });
}
