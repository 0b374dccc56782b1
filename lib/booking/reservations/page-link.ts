import * as z from "zod";
import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";

const TOKEN_PURPOSE = "reservation-page";
/** Ids of the business and the reservation in the token of a page. */
const PageRef = z.tuple([z.string(), z.string()]);

/** The URL of a reservation's page works as its key, so only mails to the customer contain it. */
export async function reservationPageUrl({
  businessId,
  id,
}: {
  businessId: string;
  id: string;
}): Promise<string> {
  const token = await sealToken(TOKEN_PURPOSE, [businessId, id]);
  return `${env("PUBLIC_URL")}/v1/reservation-pages/${token}`;
}

/** `undefined` if the token is not valid. */
export async function reservationIdsOfToken(
  token: string,
): Promise<{ businessId: string; id: string } | undefined> {
  const named = await openToken(TOKEN_PURPOSE, token, PageRef);
  if (!named) return undefined;
  const [businessId, id] = named;
  return { businessId, id };
}
