import { GENERAL, TENANT } from "#core/errors.ts";
import { get, post, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { QuoteReservation } from "#lib/booking/reservations/request-schema.ts";
import { Quote } from "#lib/booking/reservations/schema.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { IssueRefund, SendSandboxEvent } from "#lib/money/payments/messages.ts";
import { Received, RefundEntity, Refunded } from "#lib/money/payments/schema.ts";

export const payments = routes("money/payments", "/v1/payments", {
  quotePayment: post("/quote", {
    summary: "Price parts of a reservation, or lines",
    needs: "public",
    body: QuoteReservation,
    returns: Quote,
    errors: [
      RESERVATION.FAILED_CREATE,
      PAYMENT.PROMO_CODE_INVALID,
      PAYMENT.PROMO_CODE_LIMIT_REACHED,
      PAYMENT.METHOD_UNKNOWN,
      TENANT.NOT_FOUND,
    ],
  }),
  receivePaymentEvent: post("/{provider}/webhook", {
    summary: "Callback of a payment provider",
    description: "The raw body with the provider's signature. Each event is applied once, in any order.",
    needs: "none",
    bodyKind: "raw",
    returns: Received,
    errors: [PAYMENT.SIGNATURE_INVALID, GENERAL.NOT_FOUND],
    emits: ["payment.authorized", "payment.captured", "payment.failed", "payment.refunded"],
  }),
  showSandboxCheckout: get("/sandbox/checkouts/{checkoutId}", {
    summary: "The sandbox's payment page",
    needs: "none",
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  decideSandboxCheckout: post("/sandbox/checkouts/{checkoutId}", {
    summary: "Approve, decline or delay a sandbox payment",
    needs: "none",
    bodyKind: "raw",
    returns: "redirect",
    status: 302,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
});

export const businessPayments = routes("money/payments", "/v1/businesses/{businessId}", {
  refundPayment: post("/refund", {
    summary: "Give back what a reservation or an order was paid with, or part of it",
    needs: "ADMIN",
    body: RefundEntity,
    returns: Refunded,
    errors: [PAYMENT.NOT_FOUND, PAYMENT.REFUND_TOO_LARGE],
    emits: ["payment.refunded"],
  }),
});

export const paymentWorkers = workers("money/payments", {
  issueRefund: {
    summary: "Has the provider give money back that was set aside for it",
    trigger: { kind: "queue", message: IssueRefund },
    timeout: 30,
  },
  sendSandboxEvent: {
    summary: "Makes the sandbox's callbacks",
    trigger: { kind: "queue", message: SendSandboxEvent, batchSize: 1 },
    timeout: 30,
    uses: ["secrets"],
  },
  settleSandbox: {
    summary: "Lets delayed sandbox payments go through",
    trigger: { kind: "schedule", everyMinutes: 1 },
  },
});
