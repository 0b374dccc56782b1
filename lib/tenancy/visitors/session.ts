import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { GENERAL } from "#core/errors.ts";
import { CallerChanged } from "#core/http/caller.ts";
import { newId } from "#core/id.ts";
import { hash, newAddressedToken } from "#core/seal.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { type ContactSession, contactSessions } from "#lib/tenancy/access/records.ts";
import type { IdentifiedContact } from "./schema.ts";
import { SESSION_LIFETIME } from "./table.ts";

/** Creates a session and its token. Neither is stored yet; of the token, only the hash ever is. */
export function startSession(
  ctx: Context,
  store_id: string,
  contact_id: string,
  former: readonly string[] = [],
): { session: ContactSession; token: string } {
  const id = newId("cses", ctx.clock());
  const token = newAddressedToken(TOKEN_PREFIX.visitor, store_id, id);
  const created_at = ctx.now();
  const session: ContactSession = {
    id,
    store_id,
    contact_id,
    ...(former.length > 0 ? { former_contact_ids: [...former] } : {}),
    hash: hash(token),
    status: "active",
    created_at,
    expires_at: created_at + SESSION_LIFETIME,
  };
  return { session, token };
}

export function viewSession(
  { id, created_at, expires_at }: ContactSession,
  token: string,
): IdentifiedContact["token"] {
  return { id, token, status: "active", created_at, expires_at };
}

/** The caller's session, if it still belongs to the calling contact. */
export async function callerSession(ctx: Context, storeId: string): Promise<Stored<ContactSession>> {
  const { id, credentialId } = visitor(ctx);
  const session = await contactSessions.get(
    { store_id: storeId, id: credentialId },
    GENERAL.UNAUTHENTICATED(),
    ctx,
  );
  if (session.status !== "active" || session.contact_id !== id) throw new CallerChanged();
  return session;
}
