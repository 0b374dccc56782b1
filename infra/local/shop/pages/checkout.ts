import { answer, intentKey } from "@storefront-backend/client";
import { quoteCart, type Schemas, storeId, updateCart, visitor } from "#shop/backend.ts";
import { field, type PageContext } from "#shop/page-context.ts";
import { forgetDetails } from "#shop/typed-details.ts";

type Quote = Schemas["CartQuote"];

/** The Idempotency-Key for one press of the button, so that a repeated request places only one order. */
let intent = intentKey();

/**
 * Places the order of what the buyer sees, and opens the payment page. Resolves only if the items or the total are
 * others now: to the new quote, which the buyer has to see first.
 */
export async function placeOrder(
  { id }: Schemas["Cart"],
  shown: Quote,
  fields: FormData,
  context: PageContext,
): Promise<Quote> {
  await updateCart(id, cartInput(fields));
  const quote = await quoteCart(id);
  const isSame = quote.total === shown.total && quantitiesOf(quote) === quantitiesOf(shown);
  if (!isSame) return quote;
  const payment_method_key = field(fields, "payment");
  return checkOut(id, { payment_method_key, email: field(fields, "email"), quote_id: quote.id }, context);
}

/** Whether two quotes are of the same items, in whatever quantities. */
export function hasSameItems(one: Quote, other: Quote): boolean {
  const idsOf = ({ items }: Quote) => items.map(({ line_id }) => line_id).join();
  return idsOf(one) === idsOf(other);
}

function quantitiesOf({ items }: Quote): string {
  return items.map(({ line_id, quantity }) => `${line_id} ${quantity}`).join();
}

/**
 * Checks a cart out, and leaves the page. Never resolves, so that the button stays disabled while the browser leaves.
 * After a declined payment, the cart can be checked out again.
 */
export async function checkOut(
  cartId: string,
  input: Schemas["CheckoutCart"],
  { to }: PageContext,
): Promise<never> {
  const returnUrl = new URL(to("order"), location.href).href;
  const body = { ...input, return_url: returnUrl, cancel_url: returnUrl };
  const params = { path: { storeId, cartId }, header: { "Idempotency-Key": intent } };
  const checkout = visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/checkout", { params, body });
  // However the request ends, the next press needs a new key.
  const placed = await answer(checkout).finally(() => {
    intent = intentKey();
  });
  forgetDetails();
  if (placed.checkoutUrl) location.assign(placed.checkoutUrl);
  else dispatchEvent(new CustomEvent("go", { detail: `${to("order")}?order_id=${placed.order_id}` }));
  return new Promise(() => undefined);
}

function cartInput(fields: FormData): Schemas["UpdateCart"] {
  const method = field(fields, "shipping");
  // Without shipping, the form has no address fields, and these values are empty.
  const address = ["street1", "postal_code", "city"].map((name) => [name, field(fields, name) || null]);
  return {
    shipping_address: {
      name: field(fields, "name"),
      email: field(fields, "email"),
      ...Object.fromEntries(address),
      country: "DE",
    },
    ...(method ? { shipping_method_id: method } : {}),
  };
}
