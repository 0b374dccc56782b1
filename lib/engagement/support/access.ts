import type { Context } from "#core/context.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { hash } from "#core/seal.ts";
import { supportToken } from "#lib/engagement/support/support-token.ts";
import { contactIds } from "#lib/tenancy/visitors/own.ts";
import type { ConversationRecord } from "./schema.ts";

/** What a visitor shows: a support token, a contact session, or both. */
export interface Visitor {
  tokenHash: string | undefined;
  /** The contact of the session, and those that it was before. */
  contactIds: readonly string[];
}

/** Who asks as a visitor; an account's credential is none. */
export function visitorOf(
  { actor }: Pick<Context, "actor">,
  headers: Record<string, string | undefined>,
): Visitor {
  const token = supportToken(headers);
  const session = actor.kind === "visitor" ? actor : undefined;
  const { code, status } = GENERAL.UNAUTHENTICATED;
  if (!token && !session)
    throw new ApiError(code, status, "Send the support_token of the conversation as X-Support-Token.");
  return { tokenHash: token && hash(token), contactIds: session ? contactIds(session) : [] };
}

/** Whether a visitor's token or contact is that of a conversation. */
export function opens(visitor: Visitor, { token_hash, contact_id }: ConversationRecord): boolean {
  if (visitor.tokenHash !== undefined && visitor.tokenHash === token_hash) return true;
  return contact_id !== null && visitor.contactIds.includes(contact_id);
}
