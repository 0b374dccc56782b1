import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Stored } from "#core/dynamo/entity.ts";
import { env } from "#core/env.ts";
import { hash, openToken, sealToken } from "#core/seal.ts";
import type { SignIn } from "./account-schema.ts";
import type { ProviderType } from "./schema.ts";
import { signIns } from "./table.ts";

const STATE_PURPOSE = "social-state";
/** Store id, sign-in id and a random value. */
const StateToken = z.tuple([z.string(), z.string(), z.string()]);

/** Seconds for which a sign-in is valid, and within which a destination must be chosen. */
export const SIGN_IN_LIFETIME = 600;

/** The URL to which a network sends browsers back; it must be registered there. */
export function callbackUrl(type: ProviderType): string {
  return `${env("PUBLIC_URL")}/v1/social/oauth/${type}/callback`;
}

/** The OAuth state of a sign-in, valid only for this store and network. */
export function newState(storeId: string, id: string, type: ProviderType): Promise<string> {
  return sealToken(STATE_PURPOSE, [storeId, id, randomBytes(16).toString("base64url")], type);
}

/** The sign-in to which an OAuth state belongs; `undefined` for an invalid state. */
export async function signInOfState(state: string, type: ProviderType): Promise<Stored<SignIn> | undefined> {
  const named = await openToken(STATE_PURPOSE, state, StateToken, type);
  if (!named) return undefined;
  const [store_id, id] = named;
  const found = await signIns.find({ store_id, id });
  return found?.state_hash === hash(state) && found.provider_type === type ? found : undefined;
}
