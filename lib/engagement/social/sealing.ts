import { openCredential, sealCredential } from "#core/seal.ts";
import { Tokens } from "./account-schema.ts";

const PURPOSE = "social-network";

/** Tokens as they are stored, bound to the store and the record that has them. */
export function sealTokens(tokens: Tokens, storeId: string, owner: string): Promise<string> {
  return sealHandle(JSON.stringify(tokens), storeId, owner);
}

export async function openTokens(sealed: string, storeId: string, owner: string): Promise<Tokens> {
  return Tokens.parse(JSON.parse(await openHandle(sealed, storeId, owner)));
}

/** Any other text that only we may read: a verifier, several tokens, the address of an upload. */
export function sealHandle(text: string, storeId: string, owner: string): Promise<string> {
  return sealCredential(PURPOSE, storeId, JSON.stringify([owner, text]));
}

export async function openHandle(sealed: string, storeId: string, owner: string): Promise<string> {
  const [whose, text]: string[] = JSON.parse(await openCredential(PURPOSE, storeId, sealed));
  if (whose !== owner || text === undefined) throw new Error(`What is sealed is not ${owner}'s.`);
  return text;
}
