import type { components } from "#lib/client/api.ts";
import { createClient, intentKey } from "#lib/client/client.ts";

export type Schemas = components["schemas"];

const { api = "", store = "" } = document.getElementById("shop")?.dataset ?? {};
/** Address of the API. */
export const apiUrl = api;
export const storeId = store;

/** The API as anybody may use it. */
export const open = createClient({ baseUrl: apiUrl });

/** What the backend refused, in its own words. */
export class Refusal extends Error {
  readonly code: string;
  constructor({ message, error, validationErrors }: Schemas["Error"]) {
    super(validationErrors?.map((each) => `${each.field} ${each.message}`).join(". ") || message);
    this.code = error;
  }
}

/** What the backend answered; throws what it refused. */
export async function answer<T>(
  call: Promise<{ data?: T; error?: Schemas["Error"]; response: Response }>,
): Promise<T> {
  const { data, error } = await call;
  if (error) throw new Refusal(error);
  if (data === undefined) throw new Error("The answer is empty.");
  return data;
}

const KEY = `visitor:${storeId}`;

type Visitor = ReturnType<typeof createClient>;
let visiting: Promise<Visitor> | undefined;

/** The API as this visitor: a contact session, made once and kept by the browser. */
export function visitor(): Promise<Visitor> {
  visiting ??= begin();
  return visiting;
}

async function begin(): Promise<Visitor> {
  const kept = localStorage.getItem(KEY);
  if (kept) {
    const client = createClient({ baseUrl: apiUrl, token: kept });
    const params = { path: { storeId } };
    const { response } = await client.GET("/v1/storefront/{storeId}/account/me", { params });
    if (response.status !== 401) return client;
  }
  const params = { path: { storeId } };
  const { token } = await answer(
    open.POST("/v1/storefront/{storeId}/account/identify", { params, body: { market: "eu" } }),
  );
  localStorage.setItem(KEY, token.token);
  return createClient({ baseUrl: apiUrl, token: token.token });
}

/** Whether there was a visit before, so that an empty bag needs no request. */
export function hasVisited(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export async function currentCart(): Promise<Schemas["Cart"]> {
  const client = await visitor();
  const params = { path: { storeId } };
  return answer(client.POST("/v1/storefront/{storeId}/carts/current", { params, body: { market: "eu" } }));
}

type Line = NonNullable<Schemas["UpdateCart"]["items"]>[number];

export async function addToCart(item: Line): Promise<Schemas["Cart"]> {
  const client = await visitor();
  const { id } = await currentCart();
  const params = { path: { storeId, cartId: id }, header: { "Idempotency-Key": intentKey() } };
  return answer(client.POST("/v1/storefront/{storeId}/carts/{cartId}/items", { params, body: item }));
}
