import type { Context } from "#core/context.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { hash } from "#core/seal.ts";
import { supportToken } from "#lib/engagement/support/support-token.ts";
import type { ConversationRecord } from "./schema.ts";

/** What a visitor shows: a support token, a contact session, or both. */
export interface Visitor {
  tokenHash: string | undefined;
  contactId: string | undefined;
  sessionId: string | undefined;
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
  return {
    tokenHash: token && hash(token),
    contactId: session?.id,
    sessionId: session?.credentialId,
  };
}

/** Whether a visitor's token, session or contact is that of a conversation. */
export function opens({ tokenHash, contactId, sessionId }: Visitor, record: ConversationRecord): boolean {
  if (tokenHash !== undefined && tokenHash === record.token_hash) return true;
  if (contactId !== undefined && contactId === record.contact_id) return true;
  return sessionId !== undefined && sessionId === record.channel_context.session_id;
}
