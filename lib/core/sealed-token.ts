import type * as z from "zod";
import { logger } from "./log.ts";
import { seal, unseal } from "./seal.ts";

/** Characters that a sealed token may have: a quote of many parts is the longest. */
const LONGEST = 5000;

/**
 * Seals what strangers send back to us, such as a page's address: nobody can read, make or change it.
 *
 * @param purpose what is sealed for one opens for no other
 * @param bound text that must be the same at opening, such as the tenant
 * @returns base64url
 */
export function sealToken(purpose: string, says: unknown, bound = ""): Promise<string> {
  return seal(purpose, JSON.stringify(says), bound);
}

/**
 * Opens what `sealToken` made; `undefined` for every other text, and for what says something else than the schema, as
 * one of another version of this code may.
 */
export async function openToken<S extends z.ZodType>(
  purpose: string,
  token: string,
  schema: S,
  bound = "",
): Promise<z.output<S> | undefined> {
  const text = token.length > LONGEST ? undefined : await unseal(purpose, token, bound);
  if (text === undefined) return undefined;
  const says = schema.safeParse(jsonIn(text));
  if (!says.success) logger.warn("a sealed token says something else", { purpose });
  return says.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
