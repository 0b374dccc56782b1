import { bookedAt } from "./part-lines.ts";
import type { Reservation, ReservationPayment } from "./schema.ts";
import type { PaymentView, ReservationView } from "./view-schema.ts";

/** The view has the fields of both APIs. */
export function viewReservation(reservation: Reservation): ReservationView {
  const { parts, payment, customerId } = reservation;
  return {
    ...reservation,
    accountId: customerId,
    booked_at: bookedAt(reservation),
    payment: payment && viewPayment(payment),
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

export function paymentTypeName(type: "cash" | "credit_card" | "free"): PaymentView["type"] {
  return type === "cash" ? "CASH" : type === "free" ? "FREE" : "CREDIT_CARD";
}

function viewPayment(payment: ReservationPayment): PaymentView {
  const { type, captured, refunded, refundPending } = payment;
  const refunds: PaymentView["refunds"] = [
    { amount: refunded, status: "succeeded" },
    { amount: refundPending, status: "pending" },
  ];
  return {
    ...payment,
    type: paymentTypeName(type),
    method: paymentTypeName(type),
    shipping: 0,
    paid: captured,
    refunds: refunds.filter(({ amount }) => amount > 0),
  };
}
