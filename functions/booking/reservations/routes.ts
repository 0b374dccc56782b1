// Reservations: booked appointments with their customer, provider, time and payment.

import { GENERAL, TENANT } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { CHANGE_EVENTS, RESERVATION_EVENTS } from "#lib/booking/reservations/events.ts";
import {
  CheckoutReservation,
  CreateReservation,
  MailReservation,
  OwnQuery,
  QuoteReservation,
  ReservationMailed,
  ReservationQuery,
  SearchQuery,
  UpdateReservation,
} from "#lib/booking/reservations/request-schema.ts";
import { ReservationCheckout, ReservationQuote } from "#lib/booking/reservations/schema.ts";
import { ReservationPage, ReservationView } from "#lib/booking/reservations/view-schema.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import { PAYMENT, PROMO_CODE_ERRORS, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { PAGE_EVENTS, PAYMENT_SYNC_EVENTS } from "#lib/money/payments/events.ts";
import { CONTACT } from "#lib/tenancy/visitors/errors.ts";

/** Bytes. The notes of a booking alone may fill its record. */
const MAX_BODY_BYTES = 1024 * 1024;

const bookingErrors = [
  RESERVATION.FAILED_CREATE,
  SCHEDULE.INVALID_TIME_RANGE,
  RESERVATION.OUTSIDE_WORKING_HOURS,
  RESERVATION.TIME_SLOT_NOT_AVAILABLE,
  TENANT.NOT_FOUND,
];
/** Seconds; longer than a booking retries while others book the same days. */
const timeout = 20;

const create = {
  needs: "person",
  storeSession: true,
  description: "Staff choose the status. A customer's reservation is PENDING until staff decide.",
  body: CreateReservation,
  maxBody: MAX_BODY_BYTES,
  returns: ReservationView,
  status: 201,
  errors: [
    ...bookingErrors,
    RESERVATION.INVALID_STATUS,
    GENERAL.TOO_MANY_REQUESTS,
    GENERAL.NOT_FOUND,
    CONTACT.MERGED,
  ],
  emits: ["reservation.created", "reservation.confirmed"],
  timeout,
} as const;
const read = {
  needs: "person",
  worksWhileClosed: true,
  storeSession: true,
  returns: ReservationView,
  errors: [RESERVATION.NOT_FOUND],
} as const;
const update = {
  needs: "person",
  worksWhileClosed: true,
  storeSession: true,
  description:
    'Staff can make every allowed change of status. Customers can cancel, move and write notes. Moving takes the new time and frees the old one together. If staff cancel what was paid and money goes back, they need ADMIN, or `refund: "policy"`.',
  body: UpdateReservation,
  maxBody: MAX_BODY_BYTES,
  returns: ReservationView,
  errors: [...bookingErrors, RESERVATION.NOT_FOUND, RESERVATION.INVALID_STATUS, PROVIDER_ERROR],
  emits: [...CHANGE_EVENTS, ...PAYMENT_SYNC_EVENTS],
  uses: ["table:write", "secrets", "credentials"],
  timeout,
} as const;
const checkout = {
  needs: "person",
  storeSession: true,
  summary: "Book, and pay if there is something to pay",
  description:
    "Books all parts or none. `checkoutUrl` is the payment page, or null if nothing is to be paid now. An unpaid reservation holds its time until one minute after the payment page ends: 16 minutes in the sandbox.",
  body: CheckoutReservation,
  maxBody: MAX_BODY_BYTES,
  returns: ReservationCheckout,
  status: 201,
  errors: [
    ...bookingErrors,
    ...PROMO_CODE_ERRORS,
    PAYMENT.INVALID_AMOUNT,
    PAYMENT.METHOD_UNKNOWN,
    PROVIDER_ERROR,
    PAYMENT.NO_PROVIDER,
    GENERAL.TOO_MANY_REQUESTS,
  ],
  emits: ["reservation.created", "reservation.confirmed", ...PAGE_EVENTS],
  uses: ["table:write", "secrets", "credentials"],
  timeout,
} as const;

export const reservations = routes("booking/reservations", "/v1/reservations", "business", {
  createReservation: post("", { ...create, summary: "Create a reservation" }),
  listMyReservations: get("", {
    summary: "The caller's own reservations",
    needs: "person",
    storeSession: true,
    query: OwnQuery,
    returns: ReservationPage,
  }),
  searchReservations: get("/search", {
    summary: "Search reservations of a business, or your own",
    needs: "person",
    storeSession: true,
    query: SearchQuery,
    returns: ReservationPage,
  }),
  checkoutReservation: post("/checkout", checkout),
  getReservation: get("/{reservationId}", { ...read, summary: "One reservation" }),
  updateReservation: put("/{reservationId}", { ...update, summary: "Change a reservation" }),
});

export const businessReservations = routes(
  "booking/reservations",
  "/v1/businesses/{businessId}/reservations",
  "business",
  {
    createBusinessReservation: post("", { ...create, summary: "Create a reservation of a business" }),
    listBusinessReservations: get("", {
      summary: "Reservations of a business",
      description: "With `from` or `to`, reservations that begin in that time, in order of their beginning.",
      needs: "READ",
      query: ReservationQuery,
      returns: ReservationPage,
    }),
    quoteBusinessReservation: post("/quote", {
      summary: "Price a booking",
      needs: "public",
      body: QuoteReservation,
      maxBody: MAX_BODY_BYTES,
      returns: ReservationQuote,
      errors: [...bookingErrors, ...PROMO_CODE_ERRORS, PAYMENT.METHOD_UNKNOWN],
    }),
    checkoutBusinessReservation: post("/checkout", checkout),
    getBusinessReservation: get("/{reservationId}", { ...read, summary: "One reservation of a business" }),
    updateBusinessReservation: put("/{reservationId}", {
      ...update,
      summary: "Change a reservation of a business",
    }),
    mailReservation: post("/{reservationId}/mails", {
      summary: "Send the customer of a reservation its mail again",
      description:
        "A request that waits, and a booking that stands, have a `confirmation`; a cancelled one has a `cancellation`. Five an hour go to a mailbox.",
      needs: "WRITE",
      strict: true,
      body: MailReservation,
      returns: ReservationMailed,
      status: 202,
      errors: [RESERVATION.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
      extension: true,
    }),
  },
);

export const reservationPages = routes("booking/reservations", "/v1/reservation-pages/{reservationToken}", {
  showReservationPage: get("", {
    summary: "The reservation page that the mails link to; it needs no account",
    needs: "none",
    unnamed: true,
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    extension: true,
    uses: ["table:read", "secrets"],
  }),
  changeFromReservationPage: post("", {
    summary: "Cancel or move a reservation on its page, before it begins",
    needs: "none",
    unnamed: true,
    bodyKind: "raw",
    returns: "html",
    errors: [
      GENERAL.NOT_FOUND,
      GENERAL.FORBIDDEN,
      GENERAL.TOO_MANY_REQUESTS,
      RESERVATION.INVALID_STATUS,
      RESERVATION.NOT_FOUND,
      RESERVATION.FAILED_CREATE,
      PROVIDER_ERROR,
    ],
    emits: ["reservation.updated", "reservation.cancelled", ...PAYMENT_SYNC_EVENTS],
    uses: ["table:write", "secrets", "credentials"],
    timeout,
    extension: true,
  }),
});

export const reservationWorkers = workers("booking/reservations", {
  notifyReservation: {
    summary: "Mails customers about their reservations",
    trigger: { kind: "queue", message: Event },
    on: RESERVATION_EVENTS,
    uses: ["table:write", "secrets"],
  },
  settleReservation: {
    summary: "Updates reservations to the state of their payments",
    trigger: { kind: "queue", message: Event },
    on: [...PAYMENT_SYNC_EVENTS],
    // No `reservation.cancelled`: only a request, which has no payment, is cancelled when it expires.
    emits: ["reservation.updated", "reservation.confirmed"],
    timeout: 60,
  },
  processDueReservations: {
    summary: "Ends unpaid holds, and reminds of appointments a day before",
    trigger: { kind: "due", of: [{ kind: "reservation", index: "RESERVATION#{id%8}" }] },
    emits: CHANGE_EVENTS,
    timeout: 55,
    uses: ["table:write", "secrets"],
  },
});
