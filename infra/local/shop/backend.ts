import { answer, type components, createClient, createVisitor, hasVisited } from "@storefront-backend/client";

export type Schemas = components["schemas"];

const { api = "", store = "" } = document.getElementById("shop")?.dataset ?? {};
export const apiUrl = api;
export const storeId = store;

export const publicClient = createClient({ baseUrl: apiUrl });

/** The client of this visitor, with a contact session that the browser keeps. */
export const visitor = createVisitor({ baseUrl: apiUrl, storeId, market: "eu" });

/** Whether this browser has a session. Without one the bag is empty, and need not be read. */
export const hasVisitedBefore = () => hasVisited(storeId);

/** The cart of this visitor, which is created if there is none. */
export async function currentCart(): Promise<Schemas["Cart"]> {
  const params = { path: { storeId } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/current", { params, body: { market: "eu" } }));
}

type Line = NonNullable<Schemas["UpdateCart"]["items"]>[number];

/** Adds an item, and resolves to the changed cart. */
export async function addToCart(item: Line): Promise<Schemas["Cart"]> {
  const { id } = await currentCart();
  const params = { path: { storeId, cartId: id } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/items", { params, body: item }));
}

/** Removes an item, and resolves to the changed cart. */
export async function removeFromCart(cartId: string, item_id: string): Promise<Schemas["Cart"]> {
  const params = { path: { storeId, cartId } };
  return answer(
    visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/items/remove", { params, body: { item_id } }),
  );
}

/** Changes the fields of a cart that `body` names. If its order waits for payment, the order is cancelled. */
export async function updateCart(cartId: string, body: Schemas["UpdateCart"]): Promise<Schemas["Cart"]> {
  const params = { path: { storeId, cartId } };
  return answer(visitor.PUT("/v1/storefront/{storeId}/carts/{cartId}", { params, body }));
}

/** What a cart costs now, and what in it cannot be ordered. */
export async function quoteCart(cartId: string): Promise<Schemas["CartQuote"]> {
  const params = { path: { storeId, cartId } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/quote", { params, body: {} }));
}
