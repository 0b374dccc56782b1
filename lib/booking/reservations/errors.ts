import { defineErrors } from "#core/errors.ts";

export const RESERVATION = defineErrors("RESERVATION", {
  NOT_FOUND: [400, "There is no such reservation."],
  TIME_SLOT_NOT_AVAILABLE: [409, "This time is taken. Choose another one."],
  OUTSIDE_WORKING_HOURS: [400, "The provider does not work at this time."],
  FAILED_CREATE: [400, "This cannot be booked: {message}."],
  INVALID_STATUS: [409, "A reservation that is {from} cannot become {to}."],
});
