import { defineErrors } from "#core/errors.ts";

/** Uses the error codes of reservations. */
export const SCHEDULE = defineErrors("RESERVATION", {
  INVALID_TIME_RANGE: [400, "The time is not valid: {message}."],
});
