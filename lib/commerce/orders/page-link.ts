import { env } from "#core/env.ts";
import { seal, unseal } from "#core/seal.ts";

const PURPOSE = "order-page";

/** The page of an order for its buyer. Its address is the key: it is in the mails to the buyer and nowhere else. */
export async function pageLink(storeId: string, orderId: string): Promise<string> {
  const token = await seal(PURPOSE, JSON.stringify([storeId, orderId]));
  return `${env("PUBLIC_URL")}/v1/order-pages/${token}`;
}

/** The order that a page's token is for; `undefined` for a text that is none. */
export async function orderOfToken(token: string): Promise<{ storeId: string; orderId: string } | undefined> {
  const text = token.length > 500 ? undefined : await unseal(PURPOSE, token);
  if (text === undefined) return undefined;
  const [storeId = "", orderId = ""]: [string?, string?] = JSON.parse(text);
  return { storeId, orderId };
}
