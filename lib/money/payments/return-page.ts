import { env } from "#core/env.ts";
import { seal, unseal } from "#core/seal.ts";
import type { Attempt } from "./schema.ts";

/** Seals what the address of our return page says. */
const PURPOSE = "payment-return";

type Key = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

/** An address of ours that people come back to from an attempt's page. It is another one each time: the attempt keeps it. */
export async function newReturnPage({ tenant_id, payment_id, n }: Key): Promise<string> {
  const token = await seal(PURPOSE, JSON.stringify([tenant_id, payment_id, n]));
  return `${env("PUBLIC_URL")}/v1/payment-returns/${token}`;
}

/** The attempt whose page somebody came back from; `undefined` for an address that was never given out. */
export async function returnedFrom(token: string): Promise<Key | undefined> {
  const text = token.length > 1000 ? undefined : await unseal(PURPOSE, token);
  if (text === undefined) return undefined;
  const [tenant_id = "", payment_id = "", n = 0]: [string?, string?, number?] = JSON.parse(text);
  return { tenant_id, payment_id, n };
}
