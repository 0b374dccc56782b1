/** Events of an existing reservation. */
export const CHANGE_EVENTS = [
  "reservation.updated",
  "reservation.confirmed",
  "reservation.cancelled",
] as const;

export const RESERVATION_EVENTS = ["reservation.created", ...CHANGE_EVENTS] as const;
