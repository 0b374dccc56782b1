import * as z from "zod";
import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";

const PURPOSE = "reservation-page";
/** What a page's address says: business and reservation. */
const Named = z.tuple([z.string(), z.string()]);

/** The page of a reservation for its customer. Its address is the key: it is in the mails to the customer and nowhere else. */
export async function reservationPageUrl({
  businessId,
  id,
}: {
  businessId: string;
  id: string;
}): Promise<string> {
  const token = await sealToken(PURPOSE, [businessId, id]);
  return `${env("PUBLIC_URL")}/v1/reservation-pages/${token}`;
}

/** The reservation that a page's token is for; `undefined` for a text that is none. */
export async function reservationOfToken(
  token: string,
): Promise<{ businessId: string; id: string } | undefined> {
  const named = await openToken(PURPOSE, token, Named);
  if (!named) return undefined;
  const [businessId, id] = named;
  return { businessId, id };
}
