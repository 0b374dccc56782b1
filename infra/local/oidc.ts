import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import type { Provider } from "oidc-provider";
import { html } from "#core/html.ts";
import type { Mount } from "./gateway.ts";
import { oidcStore } from "./oidc-store.ts";
import { standInPage } from "./pages/stand-in.ts";
import { readBody } from "./request-body.ts";

export const OIDC_SEGMENT = "_oidc";

type OidcClient = { id: string; secret: string };

/** The variables that make functions use the local identity provider as Google. */
export function oidcEnvironment(api: string): Record<string, string> {
  return {
    OIDC_ISSUER: `${api}/${OIDC_SEGMENT}`,
    OIDC_CLIENT_ID: "storefront",
    OIDC_CLIENT_SECRET: randomBytes(24).toString("base64url"),
  };
}

/**
 * An OpenID provider with one client, to which anybody signs in with any email address. An address that contains
 * `unverified` is unverified. The provider is loaded at its first request.
 */
export function oidcMount(api: string, client: OidcClient): Mount {
  let starting: Promise<Provider> | undefined;
  return async (request, incoming, response) => {
    starting ??= startProvider(api, client);
    const provider = await starting;
    const [, name, uid = ""] = request.segments;
    if (name === "interaction") await handleInteraction(provider, uid, incoming, response);
    else await forwardRequest(provider, incoming, response);
    return true;
  };
}

async function startProvider(api: string, { id, secret }: OidcClient): Promise<Provider> {
  const { Provider: OpenIdProvider } = await import("oidc-provider");
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new OpenIdProvider(`${api}/${OIDC_SEGMENT}`, {
    adapter: oidcStore(),
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${api}/v1/users/login/callback`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(24).toString("base64url")] },
    // Puts the email address into the ID token, as Google does.
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async () => true },
    },
    interactions: { url: (_context, { uid }) => `/${OIDC_SEGMENT}/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => claimsOf(accountId) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 3600,
    },
  });
  return provider;
}

function claimsOf(email: string) {
  const name = (email.split("@")[0] ?? "").replace(/[^\p{L}\p{N}]+/gu, " ");
  return { sub: email, email, email_verified: !email.includes("unverified"), name };
}

// Sets both properties from which the provider reads the URL under which it is mounted.
async function forwardRequest(
  provider: Provider,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = incoming.url ?? "/";
  Object.assign(incoming, { originalUrl: url, url: url.slice(OIDC_SEGMENT.length + 1) });
  await provider.callback()(incoming, response);
}

async function handleInteraction(
  provider: Provider,
  uid: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (incoming.method !== "POST") return sendPage(response, signInPage(uid));
  const body = await readBody(incoming);
  const form = new URLSearchParams(body === "too large" ? "" : body?.toString("utf8"));
  const accountId = form
    .get("email")
    ?.trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const result =
    accountId && form.get("answer") !== "deny"
      ? { login: { accountId } }
      : { error: "access_denied", error_description: "The sign-in was cancelled." };
  await provider.interactionFinished(incoming, response, result);
}

function sendPage(response: ServerResponse, page: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(page);
}

function signInPage(uid: string): string {
  return standInPage(
    "Identity provider, on this machine",
    html`<h1>Sign in</h1>
<p>This page stands in for Google. You sign in as the address that you type. An address with <code>unverified</code> in it counts as not verified.</p>
<form method="post" action="/${OIDC_SEGMENT}/interaction/${uid}">
<p><label>Address <input name="email" type="email" required autofocus value="grace@example.com"></label></p>
<p><button name="answer" value="allow">Sign in</button> <button name="answer" value="deny" formnovalidate>Cancel</button></p>
</form>`,
  );
}
