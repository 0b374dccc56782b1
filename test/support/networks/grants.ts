import { createHash } from "node:crypto";
import { newNetworkId } from "./ids.ts";
import type { Reply, Request } from "./stand-in.ts";

/** Differences of a network's sign-in. */
interface GrantRules {
  access: string;
  refresh: string;
  /** The parameter with the app's id. */
  client: "client_id" | "client_key";
  separator: " " | ",";
  pkce: boolean;
  /** Whether a refresh token works only once. */
  rotates: boolean;
  seconds: number;
  further?: object;
}

interface Grants {
  /** The current access token. */
  live(): string;
  /** Number of token renewals. */
  renewals(): number;
  /** Agrees to the sign-in, but not to the scope `without`. Returns the code that the browser brings back. */
  consent(address: string, without?: string): string;
  token(request: Request): Reply;
}

// Echoes its input, as a careless network does, to test that secrets are not logged.
const refusalReply = (error: string, form: URLSearchParams): Reply => ({
  status: 400,
  json: { error, error_description: `It is ${error}: ${form}` },
});

/**
 * A token endpoint (RFC 6749) with PKCE (RFC 7636): a code works once, with its redirect URL and verifier.
 */
export function newGrants({
  access,
  refresh,
  client,
  separator,
  pkce,
  rotates,
  seconds,
  further,
}: GrantRules): Grants {
  const codes = new Map<string, { redirect: string | null; challenge: string | null; scope: string }>();
  let renewals = 0;
  const live = () => (renewals === 0 ? access : `${access}.${renewals}`);
  const liveRefresh = () => (renewals === 0 || !rotates ? refresh : `${refresh}.${renewals}`);
  let granted = "";
  const tokens = (withRefresh: boolean): Reply => ({
    status: 200,
    json: {
      access_token: live(),
      expires_in: seconds,
      scope: granted,
      token_type: "bearer",
      ...(withRefresh ? { refresh_token: liveRefresh() } : {}),
      ...further,
    },
  });
  return {
    live,
    renewals: () => renewals,
    consent(address, without) {
      const query = new URL(address).searchParams;
      for (const name of [client, "redirect_uri", "state", "scope", ...(pkce ? ["code_challenge"] : [])])
        if (!query.get(name)) throw new Error(`the address of the sign-in has no ${name}`);
      if (query.get(client) !== "app" || query.get("response_type") !== "code")
        throw new Error("wrong sign-in");
      if (pkce && query.get("code_challenge_method") !== "S256") throw new Error("PKCE is not S256");
      const scopes = (query.get("scope") ?? "").split(separator).filter((each) => each !== without);
      const code = `code-canary-${newNetworkId()}`;
      const scope = scopes.join(separator);
      codes.set(code, { redirect: query.get("redirect_uri"), challenge: query.get("code_challenge"), scope });
      return code;
    },
    token({ form, headers }) {
      const basic = `Basic ${Buffer.from("app:app-secret-canary").toString("base64")}`;
      const isKnownApp = headers.authorization === basic || form.get("client_secret") === "app-secret-canary";
      if (!isKnownApp || form.get(client) !== "app")
        return { status: 401, json: { error: "invalid_client" } };
      if (form.get("grant_type") === "refresh_token") {
        if (form.get("refresh_token") !== liveRefresh()) return refusalReply("invalid_grant", form);
        renewals += 1;
        return tokens(rotates);
      }
      if (form.get("grant_type") !== "authorization_code")
        return refusalReply("unsupported_grant_type", form);
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const proof = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!code || code.redirect !== form.get("redirect_uri")) return refusalReply("invalid_grant", form);
      if (pkce && code.challenge !== proof) return refusalReply("invalid_grant", form);
      granted = code.scope;
      return tokens(true);
    },
  };
}
