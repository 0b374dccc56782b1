// Card payments, by any provider.

import { GENERAL, TENANT } from "#core/errors.ts";
import { del, get, post, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { QuoteReservation } from "#lib/booking/reservations/request-schema.ts";
import { ReservationQuote } from "#lib/booking/reservations/schema.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import { ORDER } from "#lib/commerce/orders/errors.ts";
import { CLOSE_PAGE_EVENTS } from "#lib/commerce/orders/events.ts";
import { METHOD_ERRORS, PAYMENT, PROMO_CODE_ERRORS, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { PAYMENT_SYNC_EVENTS } from "#lib/money/payments/events.ts";
import { CloseOpenPages, IssueRefund, SendSandboxEvent } from "#lib/money/payments/messages.ts";
import {
  CreatePaymentProvider,
  PaymentProviderPage,
  PaymentProviderView,
} from "#lib/money/payments/provider-schema.ts";
import {
  CallbackQuery,
  PaymentEventReceived,
  PaymentRefunded,
  RefundPayment,
  ReturnQuery,
} from "#lib/money/payments/schema.ts";
import { SUBSCRIPTION_EVENTS } from "#lib/money/subscriptions/events.ts";

const PROVIDER_ACCESS = ["table:write", "secrets", "credentials"] as const;
/** For operations that open no payment page and verify no callback: they never need the sandbox's secret. */
const NO_PAGE_ACCESS = ["table:write", "credentials"] as const;

/** Events of an operation that updates a payment, and then the order, booking or subscription that it pays for. */
const SYNC_EVENTS = [...CLOSE_PAGE_EVENTS, "subscriber.updated"] as const;

export const payments = routes("money/payments", "/v1/payments", {
  quotePayment: post("/quote", {
    summary: "Price parts of a reservation, or lines",
    needs: "public",
    body: QuoteReservation,
    returns: ReservationQuote,
    errors: [
      RESERVATION.FAILED_CREATE,
      SCHEDULE.INVALID_TIME_RANGE,
      ...PROMO_CODE_ERRORS,
      ...METHOD_ERRORS,
      TENANT.NOT_FOUND,
    ],
  }),
  receivePaymentEvent: post("/{provider}/webhook", {
    summary: "Callback of a payment provider",
    description:
      "The body is raw, with the provider's signature. `store` names the store of the account; without it, the account is the platform's. The answer comes after the effect is committed. The state is read from the provider, so callbacks can come in any number and order.",
    needs: "none",
    bodyKind: "raw",
    query: CallbackQuery,
    returns: PaymentEventReceived,
    errors: [
      PAYMENT.SIGNATURE_INVALID,
      PAYMENT.NOT_KNOWN_YET,
      GENERAL.NOT_FOUND,
      GENERAL.BAD_REQUEST,
      GENERAL.TOO_MANY_REQUESTS,
    ],
    emits: [...PAYMENT_SYNC_EVENTS, ...SUBSCRIPTION_EVENTS],
    uses: ["table:write", "secrets", "credentials", "billing"],
    timeout: 20,
  }),
  showSandboxCheckout: get("/sandbox/checkouts/{checkoutId}", {
    summary: "The sandbox's payment page",
    description: "It is there only where the sandbox is on.",
    needs: "none",
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    onlyIf: "SANDBOX_PAYMENTS",
    extension: true,
    uses: ["table:read", "secrets"],
  }),
  decideSandboxCheckout: post("/sandbox/checkouts/{checkoutId}", {
    summary: "Approve, decline or delay a sandbox payment",
    description: "It is there only where the sandbox is on.",
    needs: "none",
    bodyKind: "raw",
    returns: "redirect",
    status: 302,
    errors: [GENERAL.NOT_FOUND],
    // The sandbox refuses no refund.
    emits: SYNC_EVENTS.filter((type) => type !== "payment.refund_failed"),
    uses: PROVIDER_ACCESS,
    onlyIf: "SANDBOX_PAYMENTS",
    extension: true,
  }),
});

export const paymentReturns = routes("money/payments", "/v1/payment-returns", {
  returnFromPayment: get("/{returnId}", {
    summary: "Returns a buyer from the payment page to the shop",
    needs: "none",
    query: ReturnQuery,
    returns: "redirect",
    status: 302,
    errors: [GENERAL.NOT_FOUND],
    emits: SYNC_EVENTS,
    uses: PROVIDER_ACCESS,
    timeout: 20,
    extension: true,
  }),
});

export const businessPayments = routes("money/payments", "/v1/businesses/{businessId}", "business", {
  refundPayment: post("/refund", {
    summary: "Refund the payment of a reservation or an order, or a part of it",
    description:
      '`entity` is an id, or `reservation:<id>`, `order:<id>`. The amount is reserved at once. The refund is announced when the provider confirms it. It needs ADMIN. With `refund: "policy"` it needs WRITE, and gives back no more than the customer\'s own cancellation would now.',
    needs: "WRITE",
    body: RefundPayment,
    returns: PaymentRefunded,
    errors: [
      RESERVATION.NOT_FOUND,
      ORDER.NOT_FOUND,
      ORDER.INVALID_STATUS,
      PAYMENT.INVALID_AMOUNT,
      PROVIDER_ERROR,
    ],
    emits: ["order.updated", "order.refunded"],
  }),
});

export const paymentProviders = routes("money/payments", "/v1/stores/{storeId}/payment-providers", "store", {
  listPaymentProviders: get("", {
    summary: "The account that a store takes card payments with",
    needs: "ADMIN",
    returns: PaymentProviderPage,
    extension: true,
  }),
  createPaymentProvider: post("", {
    summary: "Connect an account at a payment provider",
    description:
      "It replaces the previous account. The API tests the key, and never shows a secret. Register `webhook_url` at the provider.",
    needs: "ADMIN",
    body: CreatePaymentProvider,
    returns: PaymentProviderView,
    status: 201,
    errors: [PROVIDER_ERROR, TENANT.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
    emits: ["store.updated"],
    uses: PROVIDER_ACCESS,
    timeout: 20,
    extension: true,
  }),
  deletePaymentProvider: del("/{providerId}", {
    summary: "Disconnect a payment provider",
    description:
      "Its open payment pages are closed. The account stays sealed for 180 days, for refunds and callbacks.",
    needs: "ADMIN",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND, TENANT.NOT_FOUND],
    emits: ["store.updated"],
    extension: true,
  }),
});

export const paymentWorkers = workers("money/payments", {
  issueRefund: {
    summary: "Issues refunds at the payment provider",
    trigger: { kind: "queue", message: IssueRefund },
    // No `payment.captured`: only money captured earlier is refunded.
    emits: ["payment.refunded", "payment.refund_failed", "payment.updated"],
    uses: NO_PAGE_ACCESS,
    timeout: 30,
  },
  closeOpenPages: {
    summary: "Closes the open payment pages of a retired account",
    trigger: { kind: "queue", message: CloseOpenPages },
    emits: [...PAYMENT_SYNC_EVENTS],
    uses: PROVIDER_ACCESS,
    timeout: 60,
  },
  processDuePayments: {
    summary: "Checks payments at the provider when their page has ended or their money is on its way",
    trigger: { kind: "due", of: [{ kind: "payment_attempt", index: "PAYMENT_ATTEMPT#{payment_id%8}" }] },
    emits: [...PAYMENT_SYNC_EVENTS],
    uses: NO_PAGE_ACCESS,
    timeout: 55,
  },
  sendSandboxEvent: {
    summary: "Sends the sandbox's callbacks",
    trigger: { kind: "queue", message: SendSandboxEvent, batchSize: 1 },
    timeout: 30,
    uses: ["secrets"],
    onlyIf: "SANDBOX_PAYMENTS",
  },
  settleSandbox: {
    summary: "Completes delayed sandbox payments",
    trigger: { kind: "due", of: [{ kind: "sandbox_charge", index: "SANDBOX_CHARGE#{payment_id%8}" }] },
    onlyIf: "SANDBOX_PAYMENTS",
  },
});
