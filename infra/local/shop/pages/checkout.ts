import { answer, intentKey } from "@storefront-backend/client";
import { type Schemas, storeId, visitor } from "#shop/backend.ts";
import { field, type PageContext } from "#shop/page-context.ts";

/** The Idempotency-Key for one press of the button, so that a repeated request places only one order. */
let intent = intentKey();

/** Places the order, and opens the payment page. */
export async function placeOrder(
  cart: Schemas["Cart"],
  fields: FormData,
  context: PageContext,
): Promise<string> {
  const params = { path: { storeId, cartId: cart.id } };
  await answer(visitor.PUT("/v1/storefront/{storeId}/carts/{cartId}", { params, body: cartInput(fields) }));
  const quote = await answer(
    visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/quote", { params, body: {} }),
  );
  const payment_method_key = field(fields, "payment");
  await checkOut(cart.id, { payment_method_key, email: field(fields, "email"), quote_id: quote.id }, context);
  return "";
}

/** Checks a cart out. After a declined payment, the cart can be checked out again. */
export async function checkOut(
  cartId: string,
  input: Schemas["CheckoutCart"],
  { to }: PageContext,
): Promise<void> {
  const returnUrl = new URL(to("order"), location.href).href;
  const body = { ...input, return_url: returnUrl, cancel_url: returnUrl };
  const params = { path: { storeId, cartId }, header: { "Idempotency-Key": intent } };
  const checkout = visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/checkout", { params, body });
  // However the request ends, the next press needs a new key.
  const placed = await answer(checkout).finally(() => {
    intent = intentKey();
  });
  if (placed.checkoutUrl) location.assign(placed.checkoutUrl);
  else dispatchEvent(new CustomEvent("go", { detail: `${to("order")}?order_id=${placed.order_id}` }));
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
