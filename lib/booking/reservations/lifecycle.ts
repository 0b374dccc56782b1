import { lifecycle, type Of, refuses, stays, to, when } from "#core/lifecycle.ts";
import { become, type Change, type Outcome, type Whole } from "./become.ts";
import { RESERVATION } from "./errors.ts";
import { type Part, STATUSES, type Status } from "./schema.ts";
import { dueOf, wasConfirmed } from "./states.ts";

/** What staff, or its customer, wish of it, by the status that they name. */
export const WISHES = {
  CREATED: "be reopened",
  PENDING: "be requested",
  AUTHORIZED: "be authorized",
  CONFIRMED: "be confirmed",
  COMPLETED: "be completed",
  CANCELLED: "be cancelled",
  FAILED: "fail",
  NO_SHOW: "be missed",
} as const satisfies Record<Status, string>;
type Wish = (typeof WISHES)[Status];

export type Happening =
  | { is: Wish }
  | { is: "be changed"; change: Change }
  | { is: "be moved"; parts: Part[]; total: number }
  /** What its payment says: it came, was promised, will not come, or is still awaited. */
  | { is: "be paid" | "be promised its money" | "lose its payment" | "wait unpaid" }
  | { is: "come due" }
  /** Its order is certain, in time or late; or it is held on, until a second or for as long as money is on its way. */
  | { is: "be booked by its order" | "be booked anew by its order" }
  | { is: "be held by its order"; until: number | null }
  /** Its order came to nothing; or some of its lines did. */
  | { is: "fail with its order" }
  | { is: "lose parts"; partIds: ReadonlySet<string> };
type On<E extends Happening["is"]> = Of<Happening, E>;

const closed = refuses(RESERVATION.INVALID_STATUS, ({ reservation }: Whole, { is }: { is: Wish }) => {
  const wanted = STATUSES.find((status) => WISHES[status] === is);
  return RESERVATION.INVALID_STATUS({ from: reservation.status, to: wanted ?? is });
});
const unmovable = refusedToBe("moved");
const taken = [RESERVATION.TIME_SLOT_NOT_AVAILABLE] as const;
const UNTAKEN = ["CREATED", "PENDING", "AUTHORIZED"] as const;
const OVER = ["COMPLETED", "CANCELLED", "FAILED", "NO_SHOW"] as const;

/** The life of a reservation with all its parts. */
export const reservationLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "reservation",
  states: STATUSES,
  begins: ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED", "COMPLETED", "NO_SHOW"],
  stateOf: ({ reservation }) => reservation.status,
  // What comes to nothing may be news of its payment all the same.
  rests: (whole) => become(whole, whole.reservation.status),
  table: {
    "be reopened": { CREATED: stays, ...when(["PENDING", "AUTHORIZED", "CONFIRMED", ...OVER], closed) },
    "be requested": {
      CREATED: to(["PENDING"], keepingTime("PENDING"), taken),
      PENDING: stays,
      ...when(["AUTHORIZED", "CONFIRMED", ...OVER], closed),
    },
    "be authorized": {
      ...when(["CREATED", "PENDING"], to(["AUTHORIZED"], keepingTime("AUTHORIZED"), taken)),
      AUTHORIZED: stays,
      ...when(["CONFIRMED", ...OVER], closed),
    },
    "be confirmed": {
      ...when(["CREATED", "PENDING"], to(["CONFIRMED"], keepingTime("CONFIRMED"), taken)),
      AUTHORIZED: to(["CONFIRMED"], as("CONFIRMED")),
      CONFIRMED: stays,
      ...when(OVER, closed),
    },
    "be completed": {
      CONFIRMED: to(["COMPLETED"], as("COMPLETED")),
      COMPLETED: stays,
      ...when([...UNTAKEN, "CANCELLED", "FAILED", "NO_SHOW"], closed),
    },
    "be missed": {
      CONFIRMED: to(["NO_SHOW"], as("NO_SHOW")),
      NO_SHOW: stays,
      ...when([...UNTAKEN, "COMPLETED", "CANCELLED", "FAILED"], closed),
    },
    "be cancelled": {
      ...when([...UNTAKEN, "CONFIRMED"], to(["CANCELLED"], as("CANCELLED"))),
      CANCELLED: stays,
      ...when(["COMPLETED", "FAILED", "NO_SHOW"], closed),
    },
    fail: {
      ...when(UNTAKEN, to(["FAILED"], as("FAILED"))),
      FAILED: stays,
      ...when(["CONFIRMED", "COMPLETED", "CANCELLED", "NO_SHOW"], closed),
    },
    "be changed": {
      CREATED: to(["CREATED"], changed("CREATED")),
      PENDING: to(["PENDING"], changed("PENDING")),
      AUTHORIZED: to(["AUTHORIZED"], changed("AUTHORIZED")),
      CONFIRMED: to(["CONFIRMED"], changed("CONFIRMED")),
      COMPLETED: to(["COMPLETED"], changed("COMPLETED")),
      CANCELLED: to(["CANCELLED"], changed("CANCELLED")),
      FAILED: to(["FAILED"], changed("FAILED")),
      NO_SHOW: to(["NO_SHOW"], changed("NO_SHOW")),
    },
    "be moved": {
      CREATED: to(["CREATED"], moved("CREATED"), taken),
      PENDING: to(["PENDING"], moved("PENDING"), taken),
      AUTHORIZED: to(["AUTHORIZED"], moved("AUTHORIZED"), taken),
      CONFIRMED: to(["CONFIRMED"], moved("CONFIRMED"), taken),
      ...when(OVER, unmovable),
    },
    "be paid": {
      CREATED: to(["PENDING", "CONFIRMED", "FAILED"], paid),
      AUTHORIZED: to(["AUTHORIZED", "CONFIRMED"], captured),
      CANCELLED: to(["CANCELLED"], paidForNothing("CANCELLED")),
      FAILED: to(["FAILED"], paidForNothing("FAILED")),
      ...when(["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW"], stays),
    },
    "be promised its money": {
      CREATED: to(["PENDING", "AUTHORIZED", "FAILED"], promised),
      ...when(["PENDING", "AUTHORIZED", "CONFIRMED", ...OVER], stays),
    },
    "lose its payment": {
      // One that waits for staff was promised nothing yet; without its money it will not be.
      ...when(UNTAKEN, to(["FAILED"], as("FAILED"))),
      ...when(["CONFIRMED", ...OVER], stays),
    },
    "wait unpaid": {
      CREATED: to(["CREATED", "FAILED"], lapsing("CREATED", "FAILED")),
      PENDING: to(["PENDING", "CANCELLED"], lapsing("PENDING", "CANCELLED")),
      ...when(["AUTHORIZED", "CONFIRMED", ...OVER], stays),
    },
    "come due": {
      AUTHORIZED: to(["AUTHORIZED"], cameDue("AUTHORIZED")),
      CONFIRMED: to(["CONFIRMED"], cameDue("CONFIRMED")),
      // Their hold has ended, and that is their payment's to decide.
      ...when(["CREATED", "PENDING", ...OVER], stays),
    },
    "be booked by its order": {
      ...when(UNTAKEN, to(["PENDING", "CONFIRMED"], booked)),
      // What staff have decided is not decided again by money that comes.
      ...when(["CONFIRMED", ...OVER], stays),
    },
    "be booked anew by its order": {
      FAILED: to(["PENDING", "CONFIRMED"], booked),
      CANCELLED: refusedToBe("booked"),
      ...when([...UNTAKEN, "CONFIRMED", "COMPLETED", "NO_SHOW"], stays),
    },
    "be held by its order": {
      CREATED: to(["CREATED"], held),
      ...when(["PENDING", "AUTHORIZED", "CONFIRMED", ...OVER], stays),
    },
    "fail with its order": {
      ...when([...UNTAKEN, "CONFIRMED"], to(["FAILED"], as("FAILED"))),
      ...when(OVER, stays),
    },
    "lose parts": {
      CREATED: to(["CREATED", "CANCELLED"], without("CREATED")),
      PENDING: to(["PENDING", "CANCELLED"], without("PENDING")),
      AUTHORIZED: to(["AUTHORIZED", "CANCELLED"], without("AUTHORIZED")),
      CONFIRMED: to(["CONFIRMED", "CANCELLED"], without("CONFIRMED")),
      ...when(OVER, stays),
    },
  },
});

function refusedToBe(wanted: string) {
  return refuses(RESERVATION.INVALID_STATUS, ({ reservation }: Whole) =>
    RESERVATION.INVALID_STATUS({ from: reservation.status, to: wanted }),
  );
}

function as<S extends Status>(status: S) {
  return (whole: Whole): Outcome<S> => become(whole, status);
}

function keepingTime<S extends Status>(status: S) {
  return (whole: Whole): Outcome<S> => {
    if (whole.isTimeGone && whole.reservation.holdExpiresAt !== null)
      throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
    return become(whole, status);
  };
}

function changed<S extends Status>(status: S) {
  return (whole: Whole, { change }: On<"be changed">): Outcome<S> => become(whole, status, change);
}

function moved<S extends Status>(status: S) {
  return (whole: Whole, { parts, total }: On<"be moved">): Outcome<S> => {
    if (whole.isTimeGone) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
    return become(whole, status, { parts, total });
  };
}

function booked(whole: Whole): Outcome<"PENDING" | "CONFIRMED"> {
  return become(whole, whole.reservation.isApprovalRequired ? "PENDING" : "CONFIRMED");
}

function paid(whole: Whole): Outcome<"PENDING" | "CONFIRMED" | "FAILED"> {
  return whole.isTimeGone ? become(whole, "FAILED") : booked(whole);
}

function captured(whole: Whole): Outcome<"AUTHORIZED" | "CONFIRMED"> {
  return become(whole, whole.reservation.isApprovalRequired ? "AUTHORIZED" : "CONFIRMED");
}

function promised(whole: Whole): Outcome<"PENDING" | "AUTHORIZED" | "FAILED"> {
  if (whole.isTimeGone) return become(whole, "FAILED");
  return become(whole, whole.reservation.isApprovalRequired ? "PENDING" : "AUTHORIZED");
}

/** Money for what is over goes back, unless it was promised once or its money is kept. */
function paidForNothing<S extends Status>(status: S) {
  return (whole: Whole): Outcome<S> => {
    const isKept = wasConfirmed(whole.reservation) || whole.reservation.notRefunded.length > 0;
    return { ...become(whole, status), givesBack: !isKept };
  };
}

function lapsing<S extends Status, E extends Status>(status: S, end: E) {
  return (whole: Whole): Outcome<S | E> => {
    const { holdExpiresAt } = whole.reservation;
    return become(whole, holdExpiresAt !== null && holdExpiresAt <= whole.now ? end : status);
  };
}

/** Its customer is reminded; once it is over it counts no more as what is to be paid in cash. */
function cameDue<S extends Status>(status: S) {
  return ({ reservation, now }: Whole): Outcome<S> => {
    const before = { ...reservation, status };
    const due = dueOf(before);
    if (due === null || due > now) return { record: before };
    if (before.endTime <= now)
      return { record: { ...before, remindedAt: before.remindedAt ?? now, cashHolds: [] } };
    return { record: { ...before, remindedAt: now, updatedAt: now }, mails: "reminder" };
  };
}

function held(whole: Whole, { until }: On<"be held by its order">): Outcome<"CREATED"> {
  return become(whole, "CREATED", { holdExpiresAt: until });
}

function without<S extends Status>(status: S) {
  return (whole: Whole, { partIds }: On<"lose parts">): Outcome<S | "CANCELLED"> => {
    const parts = whole.reservation.parts.filter(({ id }) => !partIds.has(id));
    const total = parts.reduce((sum, { price }) => sum + price, 0);
    return parts.length > 0 ? become(whole, status, { parts, total }) : become(whole, "CANCELLED");
  };
}
