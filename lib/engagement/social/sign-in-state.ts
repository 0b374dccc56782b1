import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Stored } from "#core/dynamo/entity.ts";
import { env } from "#core/env.ts";
import { hash, openToken, sealToken } from "#core/seal.ts";
import type { SignIn } from "./account-schema.ts";
import type { ProviderType } from "./schema.ts";
import { signIns } from "./table.ts";

const STATE_PURPOSE = "social-state";
/** Store, sign-in and a random value. */
const StateToken = z.tuple([z.string(), z.string(), z.string()]);

/** Seconds that a sign-in is valid, and that choosing a destination may take. */
export const SIGN_IN_LIFETIME = 600;

/** The address to which a network sends browsers back; it must be registered there. */
export function callbackUrl(type: ProviderType): string {
  return `${env("PUBLIC_URL")}/v1/social/oauth/${type}/callback`;
}

/** The OAuth state: it opens one sign-in of one store and network. */
export function newState(storeId: string, id: string, type: ProviderType): Promise<string> {
  return sealToken(STATE_PURPOSE, [storeId, id, randomBytes(16).toString("base64url")], type);
}

/** The sign-in of a state; `undefined` for any other text. */
export async function signInOfState(state: string, type: ProviderType): Promise<Stored<SignIn> | undefined> {
  const named = await openToken(STATE_PURPOSE, state, StateToken, type);
  if (!named) return undefined;
  const [store_id, id] = named;
  const found = await signIns.find({ store_id, id });
  return found?.state_hash === hash(state) && found.provider_type === type ? found : undefined;
}
