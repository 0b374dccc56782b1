import { answer, createClient, createVisitor, hasVisited } from "@storefront-backend/client";
import type { components } from "@storefront-backend/client/api";

export type Schemas = components["schemas"];

const { api = "", store = "" } = document.getElementById("shop")?.dataset ?? {};
/** Address of the API. */
export const apiUrl = api;
export const storeId = store;

/** The API as anybody may use it. */
export const open = createClient({ baseUrl: apiUrl });

/** The API as this visitor: a contact session, made once and kept by the browser. */
export const visitor = createVisitor({ baseUrl: apiUrl, storeId, market: "eu" });

/** Whether there was a visit before, so that an empty bag needs no request. */
export const isKnown = () => hasVisited(storeId);

export async function currentCart(): Promise<Schemas["Cart"]> {
  const params = { path: { storeId } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/current", { params, body: { market: "eu" } }));
}

type Line = NonNullable<Schemas["UpdateCart"]["items"]>[number];

export async function addToCart(item: Line): Promise<Schemas["Cart"]> {
  const { id } = await currentCart();
  const params = { path: { storeId, cartId: id } };
  return answer(visitor.POST("/v1/storefront/{storeId}/carts/{cartId}/items", { params, body: item }));
}
