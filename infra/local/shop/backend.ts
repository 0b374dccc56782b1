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
