import type { Reservation, ReservationView } from "./schema.ts";

/** A reservation with the fields of both forms. */
export function viewReservation(reservation: Reservation): ReservationView {
  const { dueAt: _due, remindedAt: _reminded, movedAt: _moved, parts, ...record } = reservation;
  return {
    ...record,
    accountId: record.customerId,
    parts: parts.map(({ work: _work, ...part }) => part),
    items: parts.map(({ id, serviceId, providerId, startTime, endTime, price, blocks }) => ({
      id,
      serviceId,
      providerId,
      from: startTime,
      to: endTime,
      price,
      blocks,
    })),
  };
}
