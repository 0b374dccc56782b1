// What was bought, how it is paid for and how it gets to the buyer.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { CartQuote } from "#lib/commerce/carts/quote-schema.ts";
import { QuoteItems } from "#lib/commerce/carts/request-schema.ts";
import { CHECKOUT_ERRORS } from "#lib/commerce/orders/checkout-errors.ts";
import { SALE_EVENTS } from "#lib/commerce/orders/events.ts";
import { FollowContact, ForgetContact } from "#lib/commerce/orders/messages.ts";
import {
  AskReturn,
  CreateOrder,
  DecideReturn,
  FulfilOrder,
  OrderQuery,
  OwnOrders,
  RefundOrder,
  UpdateOrder,
} from "#lib/commerce/orders/request-schema.ts";
import {
  BuyerOrder,
  BuyerOrderPage,
  CheckedOut,
  OrderPage,
  OrderView,
  RefundAnswer,
} from "#lib/commerce/orders/view-schema.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { METHOD_ERRORS, PAYMENT, PROMO_CODE_ERRORS } from "#lib/money/payments/errors.ts";
import { SETTLEMENT_EVENTS } from "#lib/money/payments/events.ts";

/** Seconds: more than a change is tried again for while others change the same. */
const timeout = 20;
/** Opens or closes payment pages, with the store's account at its provider. */
const uses = ["table:write", "secrets", "credentials"] as const;

const change = {
  returns: OrderView,
  errors: [ORDER.NOT_FOUND, ORDER.INVALID_STATUS, PAYMENT.INVALID_AMOUNT, PAYMENT.STRIPE_ERROR],
  emits: SALE_EVENTS,
  timeout,
  uses,
  extension: true,
} as const;

export const orders = routes("commerce/orders", "/v1/stores/{storeId}/orders", {
  listOrders: get("", {
    summary: "Orders of a store",
    needs: "READ",
    query: OrderQuery,
    returns: OrderPage,
    extension: true,
  }),
  createOrder: post("", {
    summary: "Create an order for a customer",
    needs: "WRITE",
    body: CreateOrder,
    returns: CheckedOut,
    status: 201,
    errors: [...CHECKOUT_ERRORS, PRODUCT.NOT_FOUND, RESERVATION.FAILED_CREATE],
    emits: [...SALE_EVENTS, "cart.created", "reservation.created", "payment.created"],
    timeout,
    uses,
    extension: true,
  }),
  quoteOrder: post("/quote", {
    summary: "Price items without a cart",
    needs: "public",
    body: QuoteItems,
    returns: CartQuote,
    errors: [GENERAL.NOT_FOUND, ...PROMO_CODE_ERRORS, ...METHOD_ERRORS],
    extension: true,
  }),
  getOrder: get("/{orderId}", {
    summary: "One order",
    needs: "READ",
    returns: OrderView,
    errors: [ORDER.NOT_FOUND],
    extension: true,
  }),
  updateOrder: put("/{orderId}", {
    ...change,
    summary: "Change an order: confirm, cancel, record cash, correct addresses",
    description:
      '`cancel_quantity` is the total cancelled quantity of a line, so a retry cancels nothing twice. An old `version` is a 409. A cancellation that gives money back needs ADMIN, or `refund: "policy"`.',
    needs: "WRITE",
    body: UpdateOrder,
  }),
  getPaymentOfOrder: get("/{orderId}/payment", {
    summary: "How an order is paid, and the payment page that its buyer can still use",
    needs: "READ",
    returns: CheckedOut,
    errors: [ORDER.NOT_FOUND, PAYMENT.STRIPE_ERROR],
    timeout,
    uses,
    extension: true,
  }),
  refundOrder: post("/{orderId}/refund", {
    ...change,
    also: ["/v1/stores/{storeId}/orders/{orderId}/refunds"],
    summary: "Refund an amount, lines, shipping, or the rest",
    description:
      'Without `amount`, `lines` and `shipping`, the rest is refunded. It needs ADMIN. With `refund: "policy"` it needs WRITE, and gives back no more than the buyer\'s own cancellation would now.',
    needs: "WRITE",
    body: RefundOrder,
    returns: RefundAnswer,
  }),
  fulfilOrder: post("/{orderId}/fulfil", {
    ...change,
    also: ["/v1/stores/{storeId}/orders/{orderId}/shipments"],
    summary: "Record goods that were sent without a bought label",
    needs: "WRITE",
    body: FulfilOrder,
  }),
  askReturn: post("/{orderId}/returns", {
    ...change,
    summary: "Request a return for a customer",
    needs: "WRITE",
    body: AskReturn,
  }),
  decideReturn: put("/{orderId}/returns/{returnId}", {
    ...change,
    summary: "Record that a return arrived, or refuse it",
    description: "`refund: true` gives its money back, which needs ADMIN.",
    needs: "WRITE",
    body: DecideReturn,
  }),
});

export const storefrontOrders = routes("commerce/orders", "/v1/storefront/{storeId}/orders", {
  listOwnOrders: get("", {
    summary: "The visitor's own orders",
    needs: "visitor",
    goesOn: true,
    query: OwnOrders,
    returns: BuyerOrderPage,
    extension: true,
  }),
  getOwnOrder: get("/{orderId}", {
    summary: "One order of the visitor",
    needs: "visitor",
    goesOn: true,
    returns: BuyerOrder,
    errors: [ORDER.NOT_FOUND],
    extension: true,
  }),
  getOrderPayment: get("/{orderId}/payment", {
    summary: "The payment page of the visitor's order",
    needs: "visitor",
    goesOn: true,
    returns: CheckedOut,
    errors: [ORDER.NOT_FOUND, PAYMENT.STRIPE_ERROR],
    timeout,
    uses,
    extension: true,
  }),
  askOwnReturn: post("/{orderId}/returns", {
    ...change,
    summary: "Request a return",
    needs: "visitor",
    goesOn: true,
    body: AskReturn,
    returns: BuyerOrder,
  }),
});

export const orderPages = routes("commerce/orders", "/v1/order-pages/{orderToken}", {
  showOrderPage: get("", {
    summary: "The order page that the mails link to; it needs no account",
    needs: "none",
    unnamed: true,
    returns: "html",
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  cancelFromOrderPage: post("", {
    summary: "Cancel an order on its page, before anything was sent",
    needs: "none",
    unnamed: true,
    bodyKind: "raw",
    returns: "html",
    errors: [GENERAL.NOT_FOUND, ORDER.INVALID_STATUS, PAYMENT.STRIPE_ERROR],
    emits: SALE_EVENTS,
    timeout,
    uses,
    extension: true,
  }),
});

export const orderWorkers = workers("commerce/orders", {
  settleOrderFromEvent: {
    summary: "Brings orders to where their payments are",
    trigger: { kind: "queue", message: Event },
    on: [...SETTLEMENT_EVENTS],
    emits: SALE_EVENTS,
    timeout: 60,
  },
  followReservation: {
    summary: "Brings orders to where their appointments are",
    trigger: { kind: "queue", message: Event },
    on: ["reservation.confirmed", "reservation.cancelled", "reservation.updated"],
    emits: SALE_EVENTS,
    uses,
    timeout: 60,
  },
  followContact: {
    summary: "Gives orders to the contact that their own turned out to be",
    trigger: { kind: "queue", message: FollowContact },
    on: ["contact.updated"],
    timeout: 60,
  },
  forgetContact: {
    summary: "Ends sessions and carts of deleted contacts, and takes what names them off their orders",
    trigger: { kind: "queue", message: ForgetContact, batchSize: 1 },
    on: ["contact.deleted"],
    emits: SALE_EVENTS,
    uses: ["table:write", "media:write", "secrets", "credentials"],
    timeout: 60,
  },
  notifyOrder: {
    summary: "Mails customers and stores what happened to orders",
    trigger: { kind: "queue", message: Event },
    on: [
      "order.confirmed",
      "order.cancelled",
      "order.completed",
      "order.refunded",
      "order.payment_refused",
      "order.updated",
      "order.shipment_created",
    ],
    uses: ["table:write", "secrets"],
  },
  processDueOrders: {
    summary: "Ends holds that were not paid, asks after money that is on its way, and forgets idle visitors",
    trigger: { kind: "schedule", everyMinutes: 1 },
    emits: [...SALE_EVENTS, "contact.deleted"],
    uses,
    timeout: 55,
  },
});
