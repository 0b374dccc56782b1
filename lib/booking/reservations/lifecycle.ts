import { ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { RESERVATION } from "./errors.ts";
import { EVENT_OF_STATUS, type Event, type LifecycleEvent, type StatusEvent } from "./lifecycle-events.ts";
import { STATUSES, type Status } from "./schema.ts";
import { dueOf, wasConfirmed } from "./states.ts";
import { type Outcome, type ReservationSnapshot, withStatus } from "./status-change.ts";

const refuseStatus = refuses(
  RESERVATION.INVALID_STATUS,
  ({ reservation }: ReservationSnapshot, { type }: { type: StatusEvent }) => {
    const wanted = STATUSES.find((status) => EVENT_OF_STATUS[status] === type);
    return RESERVATION.INVALID_STATUS({ from: reservation.status, to: wanted ?? type });
  },
);
const refuseMove = refuseToBe("moved");
const TIME_ERRORS = [RESERVATION.TIME_SLOT_NOT_AVAILABLE] as const;
const UNCONFIRMED_STATUSES = ["CREATED", "PENDING", "AUTHORIZED"] as const;
const ENDED_STATUSES = ["COMPLETED", "CANCELLED", "FAILED", "NO_SHOW"] as const;

export const reservationLife = lifecycle<{
  state: Status;
  snapshot: ReservationSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "reservation",
  states: STATUSES,
  initial: ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED", "COMPLETED", "NO_SHOW"],
  stateOf: ({ reservation }) => reservation.status,
  // An ignored event can still bring a newer state of the payment, which the reservation shows.
  unchanged: (snapshot) => withStatus(snapshot, snapshot.reservation.status),
  table: {
    reopened: {
      CREATED: ignored,
      ...inStates(["PENDING", "AUTHORIZED", "CONFIRMED", ...ENDED_STATUSES], refuseStatus),
    },
    requested: {
      CREATED: movesTo(["PENDING"], setIfTimeFree("PENDING"), TIME_ERRORS),
      PENDING: ignored,
      ...inStates(["AUTHORIZED", "CONFIRMED", ...ENDED_STATUSES], refuseStatus),
    },
    authorized: {
      ...inStates(["CREATED", "PENDING"], movesTo(["AUTHORIZED"], setIfTimeFree("AUTHORIZED"), TIME_ERRORS)),
      AUTHORIZED: ignored,
      ...inStates(["CONFIRMED", ...ENDED_STATUSES], refuseStatus),
    },
    confirmed: {
      ...inStates(["CREATED", "PENDING"], movesTo(["CONFIRMED"], setIfTimeFree("CONFIRMED"), TIME_ERRORS)),
      AUTHORIZED: movesTo(["CONFIRMED"], setStatus("CONFIRMED")),
      CONFIRMED: ignored,
      ...inStates(ENDED_STATUSES, refuseStatus),
    },
    completed: {
      CONFIRMED: movesTo(["COMPLETED"], setStatus("COMPLETED")),
      COMPLETED: ignored,
      ...inStates([...UNCONFIRMED_STATUSES, "CANCELLED", "FAILED", "NO_SHOW"], refuseStatus),
    },
    missed: {
      CONFIRMED: movesTo(["NO_SHOW"], setStatus("NO_SHOW")),
      NO_SHOW: ignored,
      ...inStates([...UNCONFIRMED_STATUSES, "COMPLETED", "CANCELLED", "FAILED"], refuseStatus),
    },
    cancelled: {
      ...inStates([...UNCONFIRMED_STATUSES, "CONFIRMED"], movesTo(["CANCELLED"], setStatus("CANCELLED"))),
      CANCELLED: ignored,
      ...inStates(["COMPLETED", "FAILED", "NO_SHOW"], refuseStatus),
    },
    failed: {
      ...inStates(UNCONFIRMED_STATUSES, movesTo(["FAILED"], setStatus("FAILED"))),
      FAILED: ignored,
      ...inStates(["CONFIRMED", "COMPLETED", "CANCELLED", "NO_SHOW"], refuseStatus),
    },
    changed: {
      CREATED: movesTo(["CREATED"], applyChange("CREATED")),
      PENDING: movesTo(["PENDING"], applyChange("PENDING")),
      AUTHORIZED: movesTo(["AUTHORIZED"], applyChange("AUTHORIZED")),
      CONFIRMED: movesTo(["CONFIRMED"], applyChange("CONFIRMED")),
      COMPLETED: movesTo(["COMPLETED"], applyChange("COMPLETED")),
      CANCELLED: movesTo(["CANCELLED"], applyChange("CANCELLED")),
      FAILED: movesTo(["FAILED"], applyChange("FAILED")),
      NO_SHOW: movesTo(["NO_SHOW"], applyChange("NO_SHOW")),
    },
    rescheduled: {
      CREATED: movesTo(["CREATED"], reschedule("CREATED"), TIME_ERRORS),
      PENDING: movesTo(["PENDING"], reschedule("PENDING"), TIME_ERRORS),
      AUTHORIZED: movesTo(["AUTHORIZED"], reschedule("AUTHORIZED"), TIME_ERRORS),
      CONFIRMED: movesTo(["CONFIRMED"], reschedule("CONFIRMED"), TIME_ERRORS),
      ...inStates(ENDED_STATUSES, refuseMove),
    },
    "payment received": {
      CREATED: movesTo(["PENDING", "CONFIRMED", "FAILED"], receivePayment),
      AUTHORIZED: movesTo(["AUTHORIZED", "CONFIRMED"], capturePayment),
      CANCELLED: movesTo(["CANCELLED"], refundLatePayment("CANCELLED")),
      FAILED: movesTo(["FAILED"], refundLatePayment("FAILED")),
      ...inStates(["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW"], ignored),
    },
    "payment authorized": {
      CREATED: movesTo(["PENDING", "AUTHORIZED", "FAILED"], authorizePayment),
      ...inStates(["PENDING", "AUTHORIZED", "CONFIRMED", ...ENDED_STATUSES], ignored),
    },
    "payment failed": {
      // A reservation that is not confirmed yet fails with its payment.
      ...inStates(UNCONFIRMED_STATUSES, movesTo(["FAILED"], setStatus("FAILED"))),
      ...inStates(["CONFIRMED", ...ENDED_STATUSES], ignored),
    },
    "payment pending": {
      CREATED: movesTo(["CREATED", "FAILED"], expireHold("CREATED", "FAILED")),
      PENDING: movesTo(["PENDING", "CANCELLED"], expireHold("PENDING", "CANCELLED")),
      ...inStates(["AUTHORIZED", "CONFIRMED", ...ENDED_STATUSES], ignored),
    },
    "became due": {
      AUTHORIZED: movesTo(["AUTHORIZED"], remindOrClose("AUTHORIZED")),
      CONFIRMED: movesTo(["CONFIRMED"], remindOrClose("CONFIRMED")),
      // The hold has ended: the payment decides what follows.
      ...inStates(["CREATED", "PENDING", ...ENDED_STATUSES], ignored),
    },
    "order confirmed": {
      ...inStates(UNCONFIRMED_STATUSES, movesTo(["PENDING", "CONFIRMED"], book)),
      // The order's payment does not overrule what staff have decided.
      ...inStates(["CONFIRMED", ...ENDED_STATUSES], ignored),
    },
    "order reinstated": {
      FAILED: movesTo(["PENDING", "CONFIRMED"], book),
      CANCELLED: refuseToBe("booked"),
      ...inStates([...UNCONFIRMED_STATUSES, "CONFIRMED", "COMPLETED", "NO_SHOW"], ignored),
    },
    "hold extended": {
      CREATED: movesTo(["CREATED"], extendHold),
      ...inStates(["PENDING", "AUTHORIZED", "CONFIRMED", ...ENDED_STATUSES], ignored),
    },
    "order failed": {
      ...inStates([...UNCONFIRMED_STATUSES, "CONFIRMED"], movesTo(["FAILED"], setStatus("FAILED"))),
      ...inStates(ENDED_STATUSES, ignored),
    },
    "parts cancelled": {
      CREATED: movesTo(["CREATED", "CANCELLED"], cancelParts("CREATED")),
      PENDING: movesTo(["PENDING", "CANCELLED"], cancelParts("PENDING")),
      AUTHORIZED: movesTo(["AUTHORIZED", "CANCELLED"], cancelParts("AUTHORIZED")),
      CONFIRMED: movesTo(["CONFIRMED", "CANCELLED"], cancelParts("CONFIRMED")),
      ...inStates(ENDED_STATUSES, ignored),
    },
  },
});

function refuseToBe(wanted: string) {
  return refuses(RESERVATION.INVALID_STATUS, ({ reservation }: ReservationSnapshot) =>
    RESERVATION.INVALID_STATUS({ from: reservation.status, to: wanted }),
  );
}

function setStatus<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot): Outcome<S> => withStatus(snapshot, status);
}

function setIfTimeFree<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot): Outcome<S> => {
    if (snapshot.isTimeGone && snapshot.reservation.holdExpiresAt !== null)
      throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
    return withStatus(snapshot, status);
  };
}

function applyChange<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot, { change }: Event<"changed">): Outcome<S> =>
    withStatus(snapshot, status, change);
}

function reschedule<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot, { parts, total }: Event<"rescheduled">): Outcome<S> => {
    if (snapshot.isTimeGone) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
    return withStatus(snapshot, status, { parts, total });
  };
}

function book(snapshot: ReservationSnapshot): Outcome<"PENDING" | "CONFIRMED"> {
  return withStatus(snapshot, snapshot.reservation.isApprovalRequired ? "PENDING" : "CONFIRMED");
}

function receivePayment(snapshot: ReservationSnapshot): Outcome<"PENDING" | "CONFIRMED" | "FAILED"> {
  return snapshot.isTimeGone ? withStatus(snapshot, "FAILED") : book(snapshot);
}

function capturePayment(snapshot: ReservationSnapshot): Outcome<"AUTHORIZED" | "CONFIRMED"> {
  return withStatus(snapshot, snapshot.reservation.isApprovalRequired ? "AUTHORIZED" : "CONFIRMED");
}

function authorizePayment(snapshot: ReservationSnapshot): Outcome<"PENDING" | "AUTHORIZED" | "FAILED"> {
  if (snapshot.isTimeGone) return withStatus(snapshot, "FAILED");
  return withStatus(snapshot, snapshot.reservation.isApprovalRequired ? "PENDING" : "AUTHORIZED");
}

/** Refunds money for a reservation that has ended, unless it was ever confirmed or its money is kept. */
function refundLatePayment<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot): Outcome<S> => {
    const isKept = wasConfirmed(snapshot.reservation) || snapshot.reservation.notRefunded.length > 0;
    return { ...withStatus(snapshot, status), givesBack: !isKept };
  };
}

function expireHold<S extends Status, E extends Status>(status: S, end: E) {
  return (snapshot: ReservationSnapshot): Outcome<S | E> => {
    const { holdExpiresAt } = snapshot.reservation;
    return withStatus(snapshot, holdExpiresAt !== null && holdExpiresAt <= snapshot.now ? end : status);
  };
}

/** Reminds the customer. Once the reservation has ended, it no longer counts as unpaid cash. */
function remindOrClose<S extends Status>(status: S) {
  return ({ reservation, now }: ReservationSnapshot): Outcome<S> => {
    const before = { ...reservation, status };
    const due = dueOf(before);
    if (due === null || due > now) return { record: before };
    if (before.endTime <= now)
      return { record: { ...before, remindedAt: before.remindedAt ?? now, cashHolds: [] } };
    return { record: { ...before, remindedAt: now, updatedAt: now }, mails: "reminder" };
  };
}

function extendHold(snapshot: ReservationSnapshot, { until }: Event<"hold extended">): Outcome<"CREATED"> {
  return withStatus(snapshot, "CREATED", { holdExpiresAt: until });
}

function cancelParts<S extends Status>(status: S) {
  return (snapshot: ReservationSnapshot, { partIds }: Event<"parts cancelled">): Outcome<S | "CANCELLED"> => {
    const parts = snapshot.reservation.parts.filter(({ id }) => !partIds.has(id));
    const total = parts.reduce((sum, { price }) => sum + price, 0);
    return parts.length > 0
      ? withStatus(snapshot, status, { parts, total })
      : withStatus(snapshot, "CANCELLED");
  };
}
