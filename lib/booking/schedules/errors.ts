import { defineErrors } from "#core/errors.ts";

/** A time is refused by the code that bookings have. */
export const SCHEDULE = defineErrors("RESERVATION", {
  INVALID_TIME_RANGE: [400, "The time is not valid: {message}."],
});
