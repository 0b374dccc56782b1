import type { Stored } from "#core/dynamo/entity.ts";
import { type AnyErrorFactory, GENERAL } from "#core/errors.ts";
import { ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { ORDER } from "./errors.ts";
import type { LifecycleEvent, OrderSnapshot, Outcome } from "./lifecycle-events.ts";
import {
  authorizePayment,
  confirmPaid,
  confirmUnpaid,
  declinePayment,
  endHold,
  failPayment,
  notePaymentCheck,
  recordCash,
  recordExtraPayment,
  recordRefund,
  reinstatePaid,
  renewPage,
} from "./payment-steps.ts";
import { ORDER_STATUSES, type Order, type OrderStatus } from "./schema.ts";
import {
  cancelUnits,
  cancelUnpaid,
  requestRefund,
  returnParcel,
  sendParcel,
  syncAppointments,
} from "./unit-steps.ts";

/** Statuses of an order that no longer waits for its payment and is neither cancelled nor completed. */
const OPEN_STATUSES = ["confirmed", "partially_cancelled"] as const;
/** The errors with which a refund can be refused. */
const refundErrors = [
  ORDER.INVALID_STATUS,
  PAYMENT.INVALID_AMOUNT,
  PAYMENT.STRIPE_ERROR,
  GENERAL.VALIDATION_FAILED,
];

const refuseSending = refuses(ORDER.INVALID_STATUS, ({ order: { number, status } }: OrderSnapshot) =>
  ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}, and nothing of it can be sent` }),
);
const refuseAsEnded = refuses(ORDER.INVALID_STATUS, ({ order: { number, status } }: OrderSnapshot) =>
  ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}` }),
);

/**
 * Transitions of an order also change its stock, appointments, cart and money. Its statuses follow from its
 * items and its books (`statuses.ts`), as do its hold and its due time.
 */
export const orderLife = lifecycle<{
  state: OrderStatus;
  snapshot: OrderSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "order",
  states: ORDER_STATUSES,
  initial: ["pending", "confirmed", "completed"],
  stateOf: ({ order }) => order.status,
  unchanged: ({ order }) => ({ record: order }),
  table: {
    "payment authorized": whilePending(movesWithin(["pending"], authorizePayment)),
    "payment checked": whilePending(movesWithin(["pending"], notePaymentCheck)),
    "payment declined": whilePending(movesWithin(["pending"], declinePayment)),
    "payment page renewed": {
      pending: movesWithin(["pending"], renewPage),
      ...inStates(OPEN_STATUSES, ignored),
      completed: ignored,
      cancelled: refuses(ORDER.PAYMENT_FAILED, ({ order }: OrderSnapshot) =>
        ORDER.PAYMENT_FAILED({ order: order.number, message: "it was cancelled" }),
      ),
    },
    "hold expired": whilePending(movesWithin(["pending", "cancelled"], endHold)),
    "returned to cart": whilePending(movesWithin(["pending", "cancelled"], endHold)),
    "payment failed": whilePending(movesWithin(["cancelled"], failPayment)),
    "confirmed by staff": {
      pending: movesWithin(["confirmed"], confirmUnpaid),
      ...inStates(OPEN_STATUSES, ignored),
      ...inStates(["cancelled", "completed"], refuseAsEnded),
    },
    "payment received": {
      pending: movesWithin(["confirmed", "completed"], confirmPaid),
      confirmed: movesWithin(["confirmed", "completed"], recordExtraPayment),
      partially_cancelled: movesWithin(["partially_cancelled", "completed"], recordExtraPayment),
      cancelled: movesWithin(["cancelled", "confirmed", "completed"], reinstatePaid),
      completed: movesWithin(["completed"], recordExtraPayment),
    },
    "cash received": {
      pending: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "it is paid by card, and not by hand" }),
      ),
      confirmed: movesWithin(["confirmed", "completed"], recordCash, [ORDER.INVALID_STATUS]),
      partially_cancelled: movesWithin(["partially_cancelled", "completed"], recordCash, [
        ORDER.INVALID_STATUS,
      ]),
      cancelled: movesWithin(["cancelled"], recordCash, [ORDER.INVALID_STATUS]),
      completed: movesWithin(["completed"], recordCash, [ORDER.INVALID_STATUS]),
    },
    cancelled: {
      pending: movesWithin(["cancelled"], cancelUnpaid, [ORDER.INVALID_STATUS]),
      ...inStates(
        OPEN_STATUSES,
        movesWithin(["partially_cancelled", "cancelled", "completed"], cancelUnits, [ORDER.INVALID_STATUS]),
      ),
      cancelled: ignored,
      completed: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "it is completed: refund it instead" }),
      ),
    },
    "refund requested": {
      pending: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "nothing was paid for this order" }),
      ),
      confirmed: movesWithin(afterRefund(["confirmed", "partially_cancelled"]), requestRefund, refundErrors),
      partially_cancelled: movesWithin(afterRefund(["partially_cancelled"]), requestRefund, refundErrors),
      cancelled: movesWithin(["cancelled"], requestRefund, refundErrors),
      completed: movesWithin(["completed"], requestRefund, refundErrors),
    },
    "refund reported": {
      pending: ignored,
      confirmed: movesWithin(["confirmed"], recordRefund),
      partially_cancelled: movesWithin(["partially_cancelled"], recordRefund),
      cancelled: movesWithin(["cancelled"], recordRefund),
      completed: movesWithin(["completed"], recordRefund),
    },
    "parcel sent": {
      confirmed: movesWithin(["confirmed", "completed"], sendParcel, [GENERAL.VALIDATION_FAILED]),
      partially_cancelled: movesWithin(["partially_cancelled", "completed"], sendParcel, [
        GENERAL.VALIDATION_FAILED,
      ]),
      ...inStates(["pending", "cancelled", "completed"], refuseSending),
    },
    "parcel returned": {
      ...inStates(["pending", "cancelled"], ignored),
      confirmed: movesWithin(["confirmed"], returnParcel),
      partially_cancelled: movesWithin(["partially_cancelled"], returnParcel),
      // A completed order is open again, because its goods must be sent again.
      completed: movesWithin(["completed", "confirmed", "partially_cancelled"], returnParcel),
    },
    "appointments changed": {
      confirmed: movesWithin(["confirmed", "completed"], syncAppointments),
      partially_cancelled: movesWithin(["partially_cancelled", "completed"], syncAppointments),
      ...inStates(["pending", "cancelled", "completed"], ignored),
    },
  },
});

/** The transition of an event that matters only while an order waits for its payment. */
function whilePending<T>(transition: T) {
  return { pending: transition, ...inStates([...OPEN_STATUSES, "cancelled", "completed"], ignored) };
}

/** The states after a refund, which cancels unsent units and can thereby cancel or complete the order. */
function afterRefund<const S extends OrderStatus>(states: readonly S[]) {
  return [...states, "cancelled", "completed"] as const;
}

/** A transition to one of these states. The items and the books decide which. */
function movesWithin<const S extends OrderStatus, E>(
  states: readonly S[],
  apply: (snapshot: OrderSnapshot, event: E) => Outcome,
  errors: readonly AnyErrorFactory[] = [],
) {
  const narrowed = (snapshot: OrderSnapshot, event: E): Outcome<S> => {
    const outcome = apply(snapshot, event);
    return { ...outcome, record: narrowStatus(outcome.record, states) };
  };
  return movesTo(states, narrowed, errors);
}

function narrowStatus<S extends OrderStatus>(
  record: Stored<Order>,
  states: readonly S[],
): Stored<Order> & { status: S } {
  const status = states.find((each) => each === record.status);
  if (status === undefined) throw new Error(`The order ${record.id} cannot become ${record.status} by this.`);
  return { ...record, status };
}

/** Seconds after which an unpaid order no longer counts towards the limits. */
const COUNTED_SECONDS = 30 * DAY;

type OrderForDue = Pick<
  Order,
  "status" | "payment" | "hold_ends_at" | "asked_at" | "cash_holds" | "created_at"
>;

/** When the due worker must end a hold, check an authorized payment, or stop counting an unpaid order. */
export function dueOf(order: OrderForDue): number | null {
  const { status, payment, hold_ends_at, asked_at, cash_holds, created_at } = order;
  if (status !== "pending") return cash_holds.length > 0 ? created_at + COUNTED_SECONDS : null;
  return payment.status === "authorized" ? (asked_at ?? created_at) + DAY : hold_ends_at;
}
