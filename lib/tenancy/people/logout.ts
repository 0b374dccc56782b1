import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { verifyAccessToken } from "#lib/tenancy/access/access-token.ts";
import { type Session, sessions } from "#lib/tenancy/access/records.ts";
import { externalTokenOf } from "./external-login.ts";
import { allowedOrigin } from "./links.ts";
import { revokeExternal } from "./oidc.ts";
import { sessionOfRefreshToken } from "./refresh.ts";
import { revokedSession } from "./sessions.ts";

/**
 * Ends the session of a token, or the caller's, and revokes the identity provider's token. It may be repeated
 * without an error.
 */
export async function logoutUser(
  ctx: Context,
  { token, originUrl }: { token?: string | undefined; originUrl?: string | undefined },
) {
  if (originUrl !== undefined) allowedOrigin(originUrl, "originUrl");
  const session = await (token ? sessionOfToken(ctx, token) : sessionOfCaller(ctx));
  if (!session) throw GENERAL.UNAUTHENTICATED();
  const external = await externalTokenOf(session.person_id, session.id);
  const over = session.status === "active" && sessions.replace(session, revokedSession(session, ctx.now()));
  await transact(ctx, [over, external?.used]);
  if (external) await revokeExternal(external.token);
  return { success: true as const };
}

async function sessionOfToken(ctx: Context, token: string): Promise<Stored<Session> | undefined> {
  const refreshed = await sessionOfRefreshToken(token);
  if (refreshed) return refreshed;
  const claims = await verifyAccessToken(token, env("PUBLIC_URL"), ctx.now());
  return claims && sessions.find({ person_id: claims.sub, id: claims.sid }, ctx);
}

async function sessionOfCaller({ actor }: Context): Promise<Stored<Session> | undefined> {
  if (actor.kind !== "person" || actor.via !== "session") return undefined;
  return sessions.find({ person_id: actor.id, id: actor.credentialId });
}
