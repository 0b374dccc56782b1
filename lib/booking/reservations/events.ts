export const RESERVATION_EVENTS = [
  "reservation.created",
  "reservation.updated",
  "reservation.confirmed",
  "reservation.cancelled",
] as const;
