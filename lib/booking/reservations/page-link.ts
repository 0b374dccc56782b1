import { env } from "#core/env.ts";
import { seal, unseal } from "#core/seal.ts";

const PURPOSE = "reservation-page";

/** The page of a reservation for its customer. Its address is the key: it is in the mails to the customer and nowhere else. */
export async function pageLink({ businessId, id }: { businessId: string; id: string }): Promise<string> {
  const token = await seal(PURPOSE, JSON.stringify([businessId, id]));
  return `${env("PUBLIC_URL")}/v1/reservation-pages/${token}`;
}

/** The reservation that a page's token is for; `undefined` for a text that is none. */
export async function reservationOfToken(
  token: string,
): Promise<{ businessId: string; id: string } | undefined> {
  const text = token.length > 500 ? undefined : await unseal(PURPOSE, token);
  if (text === undefined) return undefined;
  const [businessId = "", id = ""]: [string?, string?] = JSON.parse(text);
  return { businessId, id };
}
