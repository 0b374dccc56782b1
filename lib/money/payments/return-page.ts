import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { type Attempt, AttemptAddress } from "./schema.ts";

/** Seals what the address of our return page says. */
const PURPOSE = "payment-return";

type Key = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

/** An address of ours that people come back to from an attempt's page. It is another one each time: the attempt keeps it. */
export async function newReturnPage({ tenant_id, payment_id, n }: Key): Promise<string> {
  const token = await sealToken(PURPOSE, [tenant_id, payment_id, n]);
  return `${env("PUBLIC_URL")}/v1/payment-returns/${token}`;
}

/** The attempt whose page somebody came back from; `undefined` for an address that was never given out. */
export async function returnedFrom(token: string): Promise<Key | undefined> {
  const named = await openToken(PURPOSE, token, AttemptAddress);
  if (!named) return undefined;
  const [tenant_id, payment_id, n] = named;
  return { tenant_id, payment_id, n };
}
