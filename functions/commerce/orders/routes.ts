// Orders: what was bought, its payment and its delivery.

import { GENERAL } from "#core/errors.ts";
import { sameHandlerAs } from "#core/http/caller.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { CartQuote } from "#lib/commerce/carts/quote-schema.ts";
import { QuoteOrder } from "#lib/commerce/carts/request-schema.ts";
import * as noted from "#lib/commerce/orders/annotation-schema.ts";
import { CHECKOUT_ERRORS } from "#lib/commerce/orders/checkout-errors.ts";
import { ORDER } from "#lib/commerce/orders/errors.ts";
import * as told from "#lib/commerce/orders/events.ts";
import { RefundResult } from "#lib/commerce/orders/refund-view-schema.ts";
import {
  AskReturn,
  CreateOrder,
  DecideReturn,
  FulfilOrder,
  MailOrder,
  OrderMailed,
  OrderQuery,
  OwnOrders,
  RefundOrder,
  UpdateOrder,
} from "#lib/commerce/orders/request-schema.ts";
import {
  BuyerOrder,
  BuyerOrderPage,
  CheckoutResult,
  OrderPage,
  OrderView,
} from "#lib/commerce/orders/view-schema.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { METHOD_ERRORS, PAYMENT, PROMO_CODE_ERRORS, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { CONTACT } from "#lib/tenancy/visitors/errors.ts";

/** Seconds; longer than a change retries while others change the same order. */
const timeout = 20;
/** Needed to open or close payment pages with the store's account at its provider. */
export const uses = ["table:write", "secrets", "credentials"] as const;

const changeOptions = {
  returns: OrderView,
  errors: [ORDER.NOT_FOUND, ORDER.INVALID_STATUS, PAYMENT.INVALID_AMOUNT, PROVIDER_ERROR],
  timeout,
  extension: true,
} as const;

const noteOptions = {
  needs: "WRITE",
  strict: true,
  returns: OrderView,
  errors: [ORDER.NOT_FOUND],
  emits: ["order.annotated"],
  extension: true,
} as const;

/** Options of routes for staff, for buyers with their own orders, and for anybody with a mail's link. */
const staffRead = { needs: "READ", extension: true } as const;
const buyerRead = { needs: "visitor", worksWhileClosed: true, extension: true } as const;
const pageByLink = { needs: "none", unnamed: true, returns: "html", extension: true } as const;

export const orders = routes("commerce/orders", "/v1/stores/{storeId}/orders", {
  listOrders: get("", {
    ...staffRead,
    summary: "Orders of a store",
    query: OrderQuery,
    returns: OrderPage,
    // The first read starts to build the rows of a store that is older than them.
    uses: ["table:write"],
  }),
  createOrder: post("", {
    summary: "Create an order for a customer",
    needs: "WRITE",
    body: CreateOrder,
    returns: CheckoutResult,
    status: 201,
    errors: [...CHECKOUT_ERRORS, PRODUCT.NOT_FOUND, RESERVATION.FAILED_CREATE, CONTACT.MERGED],
    emits: ["cart.created", ...told.CHECKOUT_EVENTS, "payment.failed"],
    timeout,
    uses,
    extension: true,
  }),
  changeOrders: post("/bulk", {
    summary: "Send or tag many orders",
    description:
      "Each order is a change of its own, and a refusal does not stop the others. After 20 seconds the rest is `NOT_REACHED`: send it again.",
    needs: "WRITE",
    strict: true,
    body: noted.ChangeOrders,
    returns: noted.OrdersChanged,
    emits: ["order.annotated", "order.shipment_created", "order.completed"],
    timeout: 29,
    extension: true,
  }),
  getOrderSlips: get("/slips", {
    ...staffRead,
    summary: "What is left to send of some orders: packing slips and a list to fetch",
    strict: true,
    query: noted.SlipsQuery,
    returns: noted.PackingSlips,
  }),
  quoteOrder: post("/quote", {
    summary: "Price items without a cart",
    needs: "public",
    body: QuoteOrder,
    returns: CartQuote,
    errors: [GENERAL.NOT_FOUND, ...PROMO_CODE_ERRORS, ...METHOD_ERRORS],
    extension: true,
  }),
  getOrder: get("/{orderId}", {
    ...staffRead,
    summary: "One order",
    returns: OrderView,
    errors: [ORDER.NOT_FOUND],
  }),
  updateOrder: put("/{orderId}", {
    ...changeOptions,
    uses,
    summary: "Change an order: confirm, cancel, record cash, correct addresses",
    description:
      '`cancel_quantity` is the total cancelled quantity of a line, so a retry cancels nothing twice. An old `version` is a 409. A cancellation that gives money back needs ADMIN, or `refund: "policy"`.',
    emits: told.CANCELLING_EVENTS,
    needs: "WRITE",
    body: UpdateOrder,
  }),
  tagOrder: put("/{orderId}/tags", {
    ...noteOptions,
    summary: "Set the tags of an order",
    description: "They stand beside the order: its `version` stays, and no mail goes out.",
    body: noted.TagOrder,
  }),
  addOrderNote: post("/{orderId}/notes", {
    ...noteOptions,
    summary: "Write a note about an order, for staff alone",
    body: noted.AddOrderNote,
    status: 201,
  }),
  deleteOrderNote: del("/{orderId}/notes/{noteId}", {
    ...noteOptions,
    summary: "Delete a note: your own, or with ADMIN any",
    returns: Deleted,
    errors: [ORDER.NOT_FOUND, GENERAL.NOT_FOUND, GENERAL.FORBIDDEN],
  }),
  mailOrder: post("/{orderId}/mails", {
    ...noteOptions,
    summary: "Send the buyer a mail of an order again",
    description: "It says what is so now. Five an hour go to a mailbox.",
    body: MailOrder,
    returns: OrderMailed,
    status: 202,
    errors: [ORDER.NOT_FOUND, ORDER.INVALID_STATUS, GENERAL.TOO_MANY_REQUESTS],
    emits: [],
  }),
  getPaymentOfOrder: get("/{orderId}/payment", {
    ...staffRead,
    summary: "How an order is paid, and the payment page that its buyer can still use",
    returns: CheckoutResult,
    emits: ["payment.failed"],
    errors: [ORDER.NOT_FOUND, PROVIDER_ERROR],
    timeout,
    uses,
  }),
  refundOrder: post("/{orderId}/refund", {
    ...changeOptions,
    also: ["/v1/stores/{storeId}/orders/{orderId}/refunds"],
    summary: "Refund an amount, lines, shipping, or the rest",
    description:
      'Without `amount`, `lines` and `shipping`, the rest is refunded. It needs ADMIN. With `refund: "policy"` it needs WRITE, and gives back no more than the buyer\'s own cancellation would now.',
    emits: told.REFUND_EVENTS,
    needs: "WRITE",
    body: RefundOrder,
    returns: RefundResult,
  }),
  fulfilOrder: post("/{orderId}/fulfil", {
    ...changeOptions,
    summary: "Record goods that were sent without a bought label",
    emits: ["order.shipment_created", "order.completed"],
    needs: "WRITE",
    body: FulfilOrder,
  }),
  askReturn: post("/{orderId}/returns", {
    ...changeOptions,
    summary: "Request a return for a customer",
    emits: ["order.updated"],
    needs: "WRITE",
    body: AskReturn,
  }),
  decideReturn: put("/{orderId}/returns/{returnId}", {
    ...changeOptions,
    summary: "Record that a return arrived, or refuse it",
    description: "`refund: true` gives its money back, which needs ADMIN.",
    emits: ["order.updated", "order.refunded"],
    needs: "WRITE",
    body: DecideReturn,
  }),
});

export const storefrontOrders = routes("commerce/orders", "/v1/storefront/{storeId}/orders", {
  listOwnOrders: get("", {
    ...buyerRead,
    summary: "The visitor's own orders",
    query: OwnOrders,
    returns: BuyerOrderPage,
  }),
  getOwnOrder: get("/{orderId}", {
    ...buyerRead,
    summary: "One order of the visitor",
    returns: BuyerOrder,
    errors: [ORDER.NOT_FOUND],
  }),
  getOrderPayment: get("/{orderId}/payment", {
    ...sameHandlerAs(orders.getPaymentOfOrder),
    summary: "The payment page of the visitor's order",
    needs: "visitor",
    worksWhileClosed: true,
  }),
  askOwnReturn: post("/{orderId}/returns", {
    ...changeOptions,
    ...buyerRead,
    summary: "Request a return",
    emits: ["order.updated"],
    body: AskReturn,
    returns: BuyerOrder,
  }),
});

export const orderPages = routes("commerce/orders", "/v1/order-pages/{orderToken}", {
  showOrderPage: get("", {
    ...pageByLink,
    summary: "The order page that the mails link to; it needs no account",
    errors: [GENERAL.NOT_FOUND],
    uses: ["table:read", "secrets"],
  }),
  cancelFromOrderPage: post("", {
    ...pageByLink,
    summary: "Cancel an order on its page, before anything was sent",
    bodyKind: "raw",
    errors: [GENERAL.NOT_FOUND, ORDER.INVALID_STATUS, PROVIDER_ERROR],
    emits: told.CANCELLING_EVENTS,
    timeout,
    uses,
  }),
});
