import type { Credential, SendRequest } from "./credential.ts";
import { jsonOf } from "./errors.ts";

/** A signed-in person's session. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** A signed-in person's credential, renewed by the refresh token. */
export function personSession({
  baseUrl,
  session,
  onSession,
  send,
}: {
  baseUrl: string;
  session: Tokens;
  onSession: ((tokens: Tokens | undefined) => void) | undefined;
  send: SendRequest;
}): Credential {
  let tokens: Tokens | undefined = session;
  return {
    token: () => tokens?.access_token,
    async renew() {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ refresh_token: tokens?.refresh_token });
      const response = await send(
        new Request(`${baseUrl}/v1/auth/refresh`, { method: "POST", headers, body }),
      );
      const renewed = response.ok ? tokensIn(await jsonOf(response)) : undefined;
      // Only a refusal ends a session; a network failure does not.
      const isRefused = response.status === 401 || response.status === 403;
      if (!renewed && !isRefused) return tokens?.access_token;
      tokens = renewed;
      onSession?.(tokens);
      return tokens?.access_token;
    },
  };
}

function tokensIn(body: unknown): Tokens | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (!("access_token" in body) || !("refresh_token" in body)) return undefined;
  const { access_token, refresh_token } = body;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return undefined;
  return { access_token, refresh_token };
}
