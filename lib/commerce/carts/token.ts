import { keyedHash } from "#core/seal.ts";
import type { Cart } from "./schema.ts";

const PURPOSE = "cart";

/**
 * What recovers a cart without a session: nothing of it is stored, and nobody can make one for another cart. It is void
 * once the cart was bought.
 */
export async function tokenOf({ store_id, id }: Pick<Cart, "store_id" | "id">): Promise<string> {
  const mark = await keyedHash(PURPOSE, `${store_id}\n${id}`);
  return `${id}.${mark.slice(0, 32)}`;
}

/** The id of the cart that a token is for; `undefined` for a text that is none. */
export async function cartOfToken(storeId: string, token: string): Promise<string | undefined> {
  const id = token.slice(0, token.lastIndexOf("."));
  return token.length > 0 && (await tokenOf({ store_id: storeId, id })) === token ? id : undefined;
}
