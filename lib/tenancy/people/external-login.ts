import { randomBytes } from "node:crypto";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { optionalEnv } from "#core/env.ts";
import type { ApiError } from "#core/errors.ts";
import { hash, seal, unseal } from "#core/seal.ts";
import { HOUR } from "#core/seconds.ts";
import { rememberNetwork } from "#lib/tenancy/codes/networks.ts";
import { USER } from "./errors.ts";
import { allowedOrigin, allowedRedirect } from "./links.ts";
import { prepareLogin } from "./login-result.ts";
import { authorizationUrl, type Claims, exchangeCode, newHandshake, type ProviderReturn } from "./oidc.ts";
import { provenPerson } from "./person.ts";
import type { Person } from "./schema.ts";
import { externalTokens, identities, loginFlows, people } from "./table.ts";
import { EXTERNAL_PROVIDER, type LoginResult } from "./user-schema.ts";

const FLOW_SECONDS = 600;
const LOGINS_PER_IP: Budget = [120, HOUR];
const SEAL_PURPOSE = "sign-in-flow";

interface LoginStart {
  originUrl?: string | undefined;
  redirectUrl: string;
  codeChallenge?: string | undefined;
}

interface LoginReturn {
  code: string;
  originUrl?: string | undefined;
  state?: string | undefined;
  codeVerifier?: string | undefined;
}

/** Starts a sign-in at the identity provider and returns its URL. */
export async function getLoginUrl(
  ctx: Context,
  { originUrl, redirectUrl, codeChallenge }: LoginStart,
): Promise<{ url: string }> {
  await spendBudget(ctx, "login_url_per_ip", ctx.ip, LOGINS_PER_IP);
  const origin = allowedOrigin(originUrl, "originUrl");
  const redirect = allowedRedirect(redirectUrl, "redirectUrl");
  const handshake = newHandshake();
  const url = await authorizationUrl(handshake);
  await transact(ctx, [
    await createFlow(ctx, "started", handshake.state, {
      origin,
      redirect,
      challenge: codeChallenge ?? null,
      secret: JSON.stringify(handshake),
    }),
  ]);
  return { url };
}

/**
 * Handles the browser's return from the identity provider. The browser is redirected with our own code, which
 * works once, for the origin that started the sign-in. The state works once too.
 */
export async function returnFromLogin(ctx: Context, query: Record<string, string>): Promise<string> {
  const { state = "" } = query;
  const flow = await loginFlows.find({ hash: hash(state) });
  if (flow?.stage !== "started" || flow.expires_at <= ctx.now()) throw loginError("the state is unknown");
  const used = loginFlows.removeKey({ hash: flow.hash }, loginError("the state was used before"));
  if (query.error !== undefined) {
    await transact(ctx, [used]);
    return withQuery(flow.redirect, { error: query.error, state });
  }
  const code = randomBytes(32).toString("base64url");
  const handshake: unknown = JSON.parse(await openFlow(flow));
  const secret = JSON.stringify({ handshake, query });
  const { origin, redirect, challenge } = flow;
  await transact(ctx, [
    used,
    await createFlow(ctx, "returned", code, { origin, redirect, challenge, secret }),
  ]);
  return withQuery(flow.redirect, { code, state });
}

export async function externalLogin(
  ctx: Context,
  { code, originUrl, state, codeVerifier }: LoginReturn,
): Promise<LoginResult> {
  const origin = allowedOrigin(originUrl, "originUrl");
  if (state === undefined && optionalEnv("REQUIRE_STATE") === "1") throw loginError("the state is missing");
  const flow = await loginFlows.find({ hash: hash(code) });
  if (flow?.stage !== "returned" || flow.expires_at <= ctx.now() || flow.origin !== origin) {
    throw loginError("the code is unknown");
  }
  // A link can carry code and state to another browser, but not the verifier of the browser that started.
  const challenge = codeVerifier === undefined ? null : hash(codeVerifier);
  if (challenge !== flow.challenge) throw loginError("another browser began this sign-in");
  await transact(ctx, [loginFlows.removeKey({ hash: flow.hash }, loginError("the code was used before"))]);
  const returned: ProviderReturn = JSON.parse(await openFlow(flow));
  if (state !== undefined && state !== returned.query.state) throw loginError("the state is another one");
  const { claims, token } = await exchangeCode(returned);
  // The code is spent, so a conflict is retried here and not from the beginning.
  return withRetries(() => signIn(ctx, claims, token));
}

async function signIn(ctx: Context, claims: Claims, token: string): Promise<LoginResult> {
  const subject = hash(`${claims.issuer}\n${claims.subject}`);
  const { person, writes } = await personOf(ctx, subject, claims);
  const session = await prepareLogin(ctx, { person, provider: EXTERNAL_PROVIDER });
  const { sessionId: session_id } = session;
  const sealed = await seal(SEAL_PURPOSE, token, session_id);
  return transact(
    ctx,
    [
      ...writes,
      ...session.writes,
      person.email !== null && rememberNetwork(ctx, person.email),
      externalTokens.create({ person_id: person.id, session_id, sealed }),
    ],
    session.answer,
  );
}

/** The identity provider's token of a session, if the session began there. */
export async function externalTokenOf(personId: string, sessionId: string) {
  const stored = await externalTokens.find({ person_id: personId, session_id: sessionId });
  const token = stored && (await unseal(SEAL_PURPOSE, stored.sealed, sessionId));
  return token === undefined
    ? undefined
    : { token, used: externalTokens.removeKey({ person_id: personId, session_id: sessionId }) };
}

// A known identity signs in its person. A new one is linked by email address, if the provider has verified it.
async function personOf(
  ctx: Context,
  subject: string,
  claims: Claims,
): Promise<{ person: Person; writes: Write[] }> {
  const known = await identities.find({ subject });
  const now = ctx.now();
  if (known) {
    const person = await people.get({ id: known.person_id }, loginError("the user was deleted"));
    const seen = { ...person, last_login_at: now, updated_at: now };
    return { person: seen, writes: [people.replace(person, seen)] };
  }
  if (!claims.email || !claims.emailVerified) throw loginError("the provider has not verified the address");
  const { person, writes } = await provenPerson(ctx, claims.email, (found) => ({
    ...found,
    name: found.name || (claims.name ?? ""),
    identities: [...found.identities, { provider: EXTERNAL_PROVIDER, subject }],
  }));
  return {
    person,
    writes: [...writes, identities.create({ subject, provider: EXTERNAL_PROVIDER, person_id: person.id })],
  };
}

async function createFlow(
  ctx: Context,
  stage: "started" | "returned",
  key: string,
  { secret, ...begun }: { origin: string; redirect: string; challenge: string | null; secret: string },
): Promise<Write> {
  const created_at = ctx.now();
  const id = hash(key);
  const sealed = await seal(SEAL_PURPOSE, secret, id);
  return loginFlows.create({
    hash: id,
    stage,
    ...begun,
    sealed,
    created_at,
    expires_at: created_at + FLOW_SECONDS,
  });
}

async function openFlow({ hash: id, sealed }: { hash: string; sealed: string }): Promise<string> {
  const text = await unseal(SEAL_PURPOSE, sealed, id);
  if (text === undefined) throw new Error("A stored sign-in does not open.");
  return text;
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function loginError(problem: string): ApiError {
  return USER.FAILED_OAUTH_LOGIN({ problem });
}
