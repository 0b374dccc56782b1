// Carts: goods and appointments that a visitor is about to buy, and their quotes.

import { GENERAL } from "#core/errors.ts";
import { sameHandlerAs } from "#core/http/caller.ts";
import { get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { CartQuote } from "#lib/commerce/carts/quote-schema.ts";
import {
  AddItem,
  CartQuery,
  CartToken,
  CheckoutCart,
  CreateCart,
  OpenCurrentCart,
  QuoteCart,
  RemoveItem,
  UpdateCart,
} from "#lib/commerce/carts/request-schema.ts";
import { CartPage, CartView, StaffCart } from "#lib/commerce/carts/schema.ts";
import { CHECKOUT_ERRORS } from "#lib/commerce/orders/checkout-errors.ts";
import { ORDER } from "#lib/commerce/orders/errors.ts";
import { CHECKOUT_EVENTS, CLOSE_PAGE_EVENTS } from "#lib/commerce/orders/events.ts";
import { CheckoutResult } from "#lib/commerce/orders/view-schema.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { METHOD_ERRORS, PROMO_CODE_ERRORS, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";

/** Seconds; longer than a checkout retries while others buy the same goods. */
const timeout = 20;
/** Needed to open or close payment pages with the store's account at its provider. */
const uses = ["table:write", "secrets", "credentials"] as const;

const changeOptions = {
  returns: StaffCart,
  errors: [
    GENERAL.NOT_FOUND,
    ORDER.INVALID_STATUS,
    ORDER.NOT_FOUND,
    PRODUCT.NOT_FOUND,
    RESERVATION.FAILED_CREATE,
    PROVIDER_ERROR,
  ],
  // A change of a cart during its checkout cancels the unpaid order, or finds that it was paid.
  emits: CLOSE_PAGE_EVENTS,
  timeout,
  uses,
  extension: true,
} as const;

export const carts = routes("commerce/carts", "/v1/stores/{storeId}/carts", {
  listCarts: get("", {
    summary: "Carts of a store",
    needs: "READ",
    query: CartQuery,
    returns: CartPage,
    extension: true,
  }),
  createCart: post("", {
    summary: "Create a cart for a customer",
    needs: "WRITE",
    body: CreateCart,
    returns: StaffCart,
    status: 201,
    errors: [PRODUCT.NOT_FOUND, RESERVATION.FAILED_CREATE],
    emits: ["cart.created"],
    extension: true,
  }),
  getCart: get("/{cartId}", {
    summary: "One cart of a store",
    needs: "READ",
    returns: StaffCart,
    errors: [GENERAL.NOT_FOUND],
    uses: ["table:write"],
    extension: true,
  }),
  updateCart: put("/{cartId}", {
    ...changeOptions,
    summary: "Change a customer's cart; `items` replaces all lines",
    needs: "WRITE",
    body: UpdateCart,
    maxBody: 1024 * 1024,
  }),
  addCartItem: post("/{cartId}/items", {
    ...changeOptions,
    summary: "Add an item to a customer's cart, with an optional price",
    needs: "WRITE",
    body: AddItem,
  }),
  removeCartItem: post("/{cartId}/items/remove", {
    ...changeOptions,
    summary: "Remove a line from a customer's cart",
    needs: "WRITE",
    body: RemoveItem,
  }),
  clearCart: post("/{cartId}/clear", {
    ...changeOptions,
    summary: "Empty a customer's cart",
    needs: "WRITE",
  }),
  quoteCart: post("/{cartId}/quote", {
    summary: "Price a cart, and check which lines can be bought",
    needs: "WRITE",
    description:
      "A line that cannot be bought has a reason, and the quote still succeeds. A promo code that does not apply is an error.",
    body: QuoteCart,
    returns: CartQuote,
    errors: [GENERAL.NOT_FOUND, ...PROMO_CODE_ERRORS, ...METHOD_ERRORS],
    extension: true,
  }),
  checkoutCart: post("/{cartId}/checkout", {
    summary: "Order the items of a cart, and pay if there is something to pay",
    needs: "WRITE",
    description:
      "Goods and appointments become one order, all or none. If a price changed since the cart showed it, the checkout is refused with PAYMENT.INVALID_AMOUNT and the line's id. Another checkout of the same cart returns the same order with 200, and opens a new payment page if the last one ended.",
    body: CheckoutCart,
    returns: CheckoutResult,
    status: 201,
    errors: [...CHECKOUT_ERRORS, GENERAL.TOO_MANY_REQUESTS],
    // A repeated checkout may open another payment page.
    emits: [...CHECKOUT_EVENTS, "order.updated", "payment.updated", "payment.failed"],
    timeout,
    uses,
    extension: true,
  }),
});

export const storefrontCarts = routes("commerce/carts", "/v1/storefront/{storeId}/carts", {
  currentCart: post("/current", {
    summary: "The visitor's current cart, or a new one",
    description:
      "It includes the cart from before the visitor proved an address. With a recovery `token`, it includes the visitor's own cart of that link, or the lines of another visitor's.",
    needs: "visitor",
    body: OpenCurrentCart,
    maxBody: 1024 * 1024,
    returns: CartView,
    errors: [GENERAL.NOT_FOUND],
    emits: ["cart.created", "cart.updated", "cart.converted"],
    extension: true,
  }),
  getVisitorCart: get("/{cartId}", {
    ...sameHandlerAs(carts.getCart),
    returns: CartView,
    summary: "One cart of the visitor, or one that a recovery token opens",
    needs: "public",
    query: CartToken,
    uses: ["table:write", "secrets"],
  }),
  updateVisitorCart: put("/{cartId}", {
    ...sameHandlerAs(carts.updateCart),
    returns: CartView,
    summary: "Change a cart; `items` replaces all lines",
    needs: "visitor",
  }),
  addVisitorCartItem: post("/{cartId}/items", {
    ...sameHandlerAs(carts.addCartItem),
    returns: CartView,
    summary: "Add an item to a cart",
    needs: "visitor",
  }),
  removeVisitorCartItem: post("/{cartId}/items/remove", {
    ...sameHandlerAs(carts.removeCartItem),
    returns: CartView,
    summary: "Remove a line from a cart",
    needs: "visitor",
  }),
  clearVisitorCart: post("/{cartId}/clear", {
    ...sameHandlerAs(carts.clearCart),
    returns: CartView,
    summary: "Empty a cart",
    needs: "visitor",
  }),
  quoteVisitorCart: post("/{cartId}/quote", { ...sameHandlerAs(carts.quoteCart), needs: "visitor" }),
  checkoutVisitorCart: post("/{cartId}/checkout", { ...sameHandlerAs(carts.checkoutCart), needs: "visitor" }),
});

export const cartWorkers = workers("commerce/carts", {
  processDueCarts: {
    summary: "Announces abandoned carts, and ends old ones",
    trigger: { kind: "due", of: [{ kind: "cart", index: "CART#{id%8}" }] },
    emits: ["cart.abandoned", "cart.updated"],
    timeout: 55,
    uses: ["table:write", "secrets"],
  },
});
