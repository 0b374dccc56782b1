import type { Stored } from "#core/dynamo/entity.ts";
import { type AnyErrorFactory, GENERAL } from "#core/errors.ts";
import { lifecycle, refuses, stays, to, when } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { ORDER } from "./errors.ts";
import type { Happening, Outcome, Whole } from "./happenings.ts";
import {
  askedAfter,
  cameToNothing,
  declined,
  ended,
  paidInCash,
  paidInTime,
  paidLate,
  paidMore,
  renewed,
  taken,
  toldOfRefund,
  underWay,
} from "./payment-steps.ts";
import { ORDER_STATUSES, type Order, type OrderStatus } from "./schema.ts";
import { cancelled, cancelledUnpaid, followed, gotBack, refunded, sent } from "./unit-steps.ts";

/** The states of an order that waits for no payment page and is not over. */
const open = ["confirmed", "partially_cancelled"] as const;
/** What a refund lacks is said by what is asked for, or by what was paid. */
const unpayable = [
  ORDER.INVALID_STATUS,
  PAYMENT.INVALID_AMOUNT,
  PAYMENT.STRIPE_ERROR,
  GENERAL.VALIDATION_FAILED,
];

const unsendable = refuses(ORDER.INVALID_STATUS, ({ order: { number, status } }: Whole) =>
  ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}, and nothing of it can be sent` }),
);
const over = refuses(ORDER.INVALID_STATUS, ({ order: { number, status } }: Whole) =>
  ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}` }),
);

/**
 * The life of an order: what comes of it, of its stock, its appointments, its cart and its money. Its statuses are
 * reckoned from its items and its books (`statuses.ts`), and so are its hold and when it is due.
 */
export const orderLife = lifecycle<{
  state: OrderStatus;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "order",
  states: ORDER_STATUSES,
  begins: ["pending", "confirmed", "completed"],
  stateOf: ({ order }) => order.status,
  rests: ({ order }) => ({ record: order }),
  table: {
    "be under way": waiting(leads(["pending"], underWay)),
    "be asked after": waiting(leads(["pending"], askedAfter)),
    "be declined": waiting(leads(["pending"], declined)),
    "have another page": {
      pending: leads(["pending"], renewed),
      ...when(open, stays),
      completed: stays,
      cancelled: refuses(ORDER.PAYMENT_FAILED, ({ order }: Whole) =>
        ORDER.PAYMENT_FAILED({ order: order.number, message: "it was cancelled" }),
      ),
    },
    "run out": waiting(leads(["pending", "cancelled"], ended)),
    "go back to its cart": waiting(leads(["pending", "cancelled"], ended)),
    "come to nothing": waiting(leads(["cancelled"], cameToNothing)),
    "be confirmed": {
      pending: leads(["confirmed"], taken),
      ...when(open, stays),
      ...when(["cancelled", "completed"], over),
    },
    "be paid": {
      pending: leads(["confirmed", "completed"], paidInTime),
      confirmed: leads(["confirmed", "completed"], paidMore),
      partially_cancelled: leads(["partially_cancelled", "completed"], paidMore),
      cancelled: leads(["cancelled", "confirmed", "completed"], paidLate),
      completed: leads(["completed"], paidMore),
    },
    "be paid in cash": {
      pending: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "it is paid by card, and not by hand" }),
      ),
      confirmed: leads(["confirmed", "completed"], paidInCash, [ORDER.INVALID_STATUS]),
      partially_cancelled: leads(["partially_cancelled", "completed"], paidInCash, [ORDER.INVALID_STATUS]),
      cancelled: leads(["cancelled"], paidInCash, [ORDER.INVALID_STATUS]),
      completed: leads(["completed"], paidInCash, [ORDER.INVALID_STATUS]),
    },
    "be cancelled": {
      pending: leads(["cancelled"], cancelledUnpaid, [ORDER.INVALID_STATUS]),
      ...when(
        open,
        leads(["partially_cancelled", "cancelled", "completed"], cancelled, [ORDER.INVALID_STATUS]),
      ),
      cancelled: stays,
      completed: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "it is completed: refund it instead" }),
      ),
    },
    "be refunded": {
      pending: refuses(ORDER.INVALID_STATUS, () =>
        ORDER.INVALID_STATUS({ message: "nothing was paid for this order" }),
      ),
      confirmed: leads(ofStates(["confirmed", "partially_cancelled"]), refunded, unpayable),
      partially_cancelled: leads(ofStates(["partially_cancelled"]), refunded, unpayable),
      cancelled: leads(["cancelled"], refunded, unpayable),
      completed: leads(["completed"], refunded, unpayable),
    },
    "be told of a refund": {
      pending: stays,
      confirmed: leads(["confirmed"], toldOfRefund),
      partially_cancelled: leads(["partially_cancelled"], toldOfRefund),
      cancelled: leads(["cancelled"], toldOfRefund),
      completed: leads(["completed"], toldOfRefund),
    },
    "be sent": {
      confirmed: leads(["confirmed", "completed"], sent, [GENERAL.VALIDATION_FAILED]),
      partially_cancelled: leads(["partially_cancelled", "completed"], sent, [GENERAL.VALIDATION_FAILED]),
      ...when(["pending", "cancelled", "completed"], unsendable),
    },
    "get a parcel back": {
      ...when(["pending", "cancelled"], stays),
      confirmed: leads(["confirmed"], gotBack),
      partially_cancelled: leads(["partially_cancelled"], gotBack),
      // What was complete is open again.
      completed: leads(["completed", "confirmed", "partially_cancelled"], gotBack),
    },
    "follow its appointments": {
      confirmed: leads(["confirmed", "completed"], followed),
      partially_cancelled: leads(["partially_cancelled", "completed"], followed),
      ...when(["pending", "cancelled", "completed"], stays),
    },
  },
});

/** What can happen to an order only while it waits for its payment. */
function waiting<C>(cell: C) {
  return { pending: cell, ...when([...open, "cancelled", "completed"], stays) };
}

/** The states that a refund leaves these in: it cancels what was not sent, and that can be all that was left. */
function ofStates<const S extends OrderStatus>(states: readonly S[]) {
  return [...states, "cancelled", "completed"] as const;
}

/** The cell of a step that comes to one of these states, as the items and the books say. */
function leads<const S extends OrderStatus, H>(
  states: readonly S[],
  does: (whole: Whole, happening: H) => Outcome,
  unless: readonly AnyErrorFactory[] = [],
) {
  const led = (whole: Whole, happening: H): Outcome<S> => {
    const outcome = does(whole, happening);
    return { ...outcome, record: within(outcome.record, states) };
  };
  return to(states, led, unless);
}

function within<S extends OrderStatus>(
  record: Stored<Order>,
  states: readonly S[],
): Stored<Order> & { status: S } {
  const status = states.find((each) => each === record.status);
  if (status === undefined) throw new Error(`The order ${record.id} cannot become ${record.status} by this.`);
  return { ...record, status };
}

/** Seconds after which an order that nobody has paid or cancelled counts no more. */
const COUNTS_FOR = 30 * DAY;

type Due = Pick<Order, "status" | "payment" | "hold_ends_at" | "asked_at" | "cash_holds" | "created_at">;

/**
 * When the minute tick has something to do: a hold that ends, money on its way to ask after each day, an order that is to
 * be paid in cash and counts no more.
 */
export function dueOf(order: Due): number | null {
  const { status, payment, hold_ends_at, asked_at, cash_holds, created_at } = order;
  if (status !== "pending") return cash_holds.length > 0 ? created_at + COUNTS_FOR : null;
  return payment.status === "authorized" ? (asked_at ?? created_at) + DAY : hold_ends_at;
}
