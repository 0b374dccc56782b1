import { seal, unseal } from "#core/seal.ts";
import { Tokens } from "./account-schema.ts";

const TOKENS = "social-tokens";
const HANDLE = "social-handle";

// The one place that says what seals what networks hand out.
const close = (purpose: string, text: string, bound: string) => seal(purpose, text, bound);
const open = (purpose: string, sealed: string, bound: string) => unseal(purpose, sealed, bound);

/** Tokens as they are stored, bound to the store and the record that has them. */
export function sealTokens(tokens: Tokens, storeId: string, owner: string): Promise<string> {
  return close(TOKENS, JSON.stringify(tokens), `${storeId}\n${owner}`);
}

export async function openTokens(sealed: string, storeId: string, owner: string): Promise<Tokens> {
  return Tokens.parse(JSON.parse(await openText(TOKENS, sealed, storeId, owner)));
}

/** Any other text that only we may read: a verifier, several tokens, the address of an upload. */
export function sealHandle(text: string, storeId: string, owner: string): Promise<string> {
  return close(HANDLE, text, `${storeId}\n${owner}`);
}

export function openHandle(sealed: string, storeId: string, owner: string): Promise<string> {
  return openText(HANDLE, sealed, storeId, owner);
}

async function openText(purpose: string, sealed: string, storeId: string, owner: string): Promise<string> {
  const text = await open(purpose, sealed, `${storeId}\n${owner}`);
  if (text === undefined) throw new Error(`What is sealed of ${owner} in ${storeId} does not open.`);
  return text;
}
