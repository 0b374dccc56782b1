import * as z from "zod";
import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";

const PURPOSE = "order-page";
/** What a page's address says: store and order. */
const Named = z.tuple([z.string(), z.string()]);

/** The page of an order for its buyer. Its address is the key: it is in the mails to the buyer and nowhere else. */
export async function pageLink(storeId: string, orderId: string): Promise<string> {
  const token = await sealToken(PURPOSE, [storeId, orderId]);
  return `${env("PUBLIC_URL")}/v1/order-pages/${token}`;
}

/** The order that a page's token is for; `undefined` for a text that is none. */
export async function orderOfToken(token: string): Promise<{ storeId: string; orderId: string } | undefined> {
  const named = await openToken(PURPOSE, token, Named);
  if (!named) return undefined;
  const [storeId, orderId] = named;
  return { storeId, orderId };
}
