/** What can be announced of a reservation that is there. */
export const CHANGE_EVENTS = [
  "reservation.updated",
  "reservation.confirmed",
  "reservation.cancelled",
] as const;

export const RESERVATION_EVENTS = ["reservation.created", ...CHANGE_EVENTS] as const;
