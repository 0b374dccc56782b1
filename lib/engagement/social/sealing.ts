import { openCredential, sealCredential } from "#core/seal.ts";
import { Tokens } from "./account-schema.ts";

const PURPOSE = "social-network";

/** Encrypts tokens so that only the same store and record can decrypt them. */
export function sealTokens(tokens: Tokens, storeId: string, owner: string): Promise<string> {
  return sealText(JSON.stringify(tokens), storeId, owner);
}

export async function openTokens(sealed: string, storeId: string, owner: string): Promise<Tokens> {
  return Tokens.parse(JSON.parse(await openText(sealed, storeId, owner)));
}

/** Encrypts other secret text: a PKCE verifier, an upload URL, the offered accounts with their tokens. */
export function sealText(text: string, storeId: string, owner: string): Promise<string> {
  return sealCredential(PURPOSE, storeId, JSON.stringify([owner, text]));
}

export async function openText(sealed: string, storeId: string, owner: string): Promise<string> {
  const [whose, text]: string[] = JSON.parse(await openCredential(PURPOSE, storeId, sealed));
  if (whose !== owner || text === undefined) throw new Error(`The sealed text does not belong to ${owner}.`);
  return text;
}
