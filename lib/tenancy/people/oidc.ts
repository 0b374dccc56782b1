import { randomBytes } from "node:crypto";
import type { Configuration } from "openid-client";
import { cutText } from "#core/cut-text.ts";
import { env, optionalEnv } from "#core/env.ts";
import { logger } from "#core/log.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { namedSecret, requireSecret } from "#core/secrets.ts";
import { USER } from "./errors.ts";

const SCOPE = "openid email profile";
/** Seconds for one answer of the identity provider. */
const TIMEOUT_SECONDS = 8;

/** Secrets of one sign-in, stored until the browser returns (RFC 7636, OpenID Connect Core 3.1.2.1). */
interface Handshake {
  state: string;
  nonce: string;
  verifier: string;
}

/** The handshake, and the query of the provider's redirect. */
export interface ProviderReturn {
  handshake: Handshake;
  query: Record<string, string>;
}

/** The provider's claims about the user. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

export function newHandshake(): Handshake {
  const secret = () => randomBytes(32).toString("base64url");
  return { state: secret(), nonce: secret(), verifier: secret() };
}

/** The redirect URI that must be registered at the provider. */
function callbackUrl(): string {
  return `${env("PUBLIC_URL")}/v1/users/login/callback`;
}

/** The sign-in URL: authorization code flow with PKCE, state and nonce. */
export async function authorizationUrl({ state, nonce, verifier }: Handshake): Promise<string> {
  const client = await loadOpenid();
  const url = client.buildAuthorizationUrl(await getConfiguration(), {
    redirect_uri: callbackUrl(),
    scope: SCOPE,
    response_type: "code",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  return url.href;
}

/** Exchanges the provider's code and verifies the ID token. The returned token is revoked at logout. */
export async function exchangeCode({
  handshake,
  query,
}: ProviderReturn): Promise<{ claims: Claims; token: string }> {
  const client = await loadOpenid();
  const provider = await getConfiguration();
  const returned = new URL(`${callbackUrl()}?${new URLSearchParams(query)}`);
  try {
    const tokens = await client.authorizationCodeGrant(provider, returned, {
      expectedState: handshake.state,
      expectedNonce: handshake.nonce,
      pkceCodeVerifier: handshake.verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new Error("There is no ID token.");
    return { claims: claimsOf(idToken), token: tokens.refresh_token ?? tokens.access_token };
  } catch (error) {
    logger.warn("sign-in refused", { error: asError(error) });
    throw USER.FAILED_OAUTH_LOGIN({ problem: "the provider refused the code" });
  }
}

/** Revokes a token at the provider (RFC 7009), if the provider supports that. */
export async function revokeExternal(token: string): Promise<void> {
  try {
    const provider = await getConfiguration();
    if (!provider.serverMetadata().revocation_endpoint) return;
    await (await loadOpenid()).tokenRevocation(provider, token);
  } catch (error) {
    // Our session has ended anyway, and the provider's token expires.
    logger.warn("revocation failed", { error: asError(error) });
  }
}

function claimsOf(idToken: Record<string, unknown> & { iss: string; sub: string }): Claims {
  const { iss, sub, email, email_verified, name } = idToken;
  return {
    issuer: iss,
    subject: sub,
    email: EmailAddress.safeParse(email).data,
    emailVerified: email_verified === true,
    name: typeof name === "string" ? cutText(name, 200) : undefined,
  };
}

let foundConfig: Promise<Configuration> | undefined;
let discoveredIssuer = "";

// The provider is discovered once per process, and again after a failure.
function getConfiguration(): Promise<Configuration> {
  requireSecret("OIDC_CLIENT_SECRET");
  const issuer = optionalEnv("OIDC_ISSUER");
  if (!issuer) throw USER.FAILED_OAUTH_LOGIN({ problem: "no identity provider is configured" });
  if (!foundConfig || discoveredIssuer !== issuer) {
    discoveredIssuer = issuer;
    foundConfig = discover(issuer).catch((error: unknown) => {
      foundConfig = undefined;
      logger.error("identity provider unreachable", { issuer, error: asError(error) });
      throw USER.FAILED_OAUTH_LOGIN({ problem: "the identity provider does not answer" });
    });
  }
  return foundConfig;
}

async function discover(issuer: string): Promise<Configuration> {
  const client = await loadOpenid();
  const address = new URL(issuer);
  const secret = await namedSecret("OIDC_CLIENT_SECRET");
  const method = secret === undefined ? client.None() : client.ClientSecretPost(secret);
  // HTTP without TLS is allowed only for localhost.
  const local = address.protocol === "http:" && ["127.0.0.1", "localhost"].includes(address.hostname);
  return client.discovery(address, env("OIDC_CLIENT_ID"), undefined, method, {
    timeout: TIMEOUT_SECONDS,
    ...(local ? { execute: [client.allowInsecureRequests] } : {}),
  });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

// The library is loaded only by sign-ins that need it.
function loadOpenid() {
  return import("openid-client");
}
