import * as z from "zod";
import { openToken, sealToken } from "#core/seal.ts";
import type { AttemptKey } from "./schema.ts";

type Purpose = "payment-return" | "sandbox-checkout";

/** Tenant id, payment id, number of the attempt. */
const TokenData = z.tuple([z.string(), z.string(), z.int()]);

/** A token that names an attempt in a URL. It differs on each call. */
export function newAttemptToken(purpose: Purpose, { tenant_id, payment_id, n }: AttemptKey): Promise<string> {
  return sealToken(purpose, [tenant_id, payment_id, n]);
}

/** The attempt that a token names; `undefined` for a token that we never issued for this purpose. */
export async function attemptOfToken(purpose: Purpose, token: string): Promise<AttemptKey | undefined> {
  const named = await openToken(purpose, token, TokenData);
  if (!named) return undefined;
  const [tenant_id, payment_id, n] = named;
  return { tenant_id, payment_id, n };
}
