import type { Tokens } from "#lib/engagement/social/account-schema.ts";
import {
  callNetwork,
  type NetworkRequest,
  needText,
  numberAt,
  textAt,
} from "#lib/engagement/social/call-network.ts";
import { NetworkError } from "#lib/engagement/social/port.ts";

/** Throws unless all required scopes were granted, because people can deny some. */
export function checkScopes({ scopes }: Tokens, required: readonly string[]): void {
  const missing = scopes.length === 0 ? [] : required.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new NetworkError("rejected", "missing_scopes", `Not allowed: ${missing.join(", ")}.`);
}

/** Calls a token endpoint (RFC 6749, 5), whose answer has the lifetimes of the tokens. */
export async function fetchTokens(question: NetworkRequest, now: number): Promise<Tokens> {
  const { status, json } = await callNetwork({ method: "POST", ...question });
  const problem = textAt(json, "error");
  if (status >= 400 || problem !== undefined) {
    const message = textAt(json, "error_description") ?? "The network gave no token.";
    if (problem === "invalid_grant") throw new NetworkError("reconnect", problem, message);
    if (status === 429) throw new NetworkError("limited", "rate_limited", message, { for: 60 });
    throw new NetworkError(status >= 500 ? "transient" : "rejected", problem ?? `http_${status}`, message);
  }
  const lifetime = numberAt(json, "expires_in");
  const refreshLifetime = numberAt(json, "refresh_expires_in") ?? numberAt(json, "refresh_token_expires_in");
  return {
    access: needText(json, "access_token"),
    refresh: textAt(json, "refresh_token") ?? null,
    obtained_at: now,
    expires_at: lifetime === undefined ? null : now + lifetime,
    refresh_expires_at: refreshLifetime === undefined ? null : now + refreshLifetime,
    scopes: (textAt(json, "scope") ?? "").split(/[ ,]/).filter(Boolean),
    owner: null,
  };
}
