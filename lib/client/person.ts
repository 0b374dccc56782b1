import type { Credential, SendRequest } from "./credential.ts";
import { jsonOf } from "./errors.ts";
import { intentKey } from "./intent-key.ts";
import { lockName, runAlone } from "./run-alone.ts";

/** A signed-in person's session. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Milliseconds that a renewal may take, because other tabs wait for it. */
export const RENEWAL_MS = 30_000;

/** A signed-in person's credential, renewed by the refresh token. */
export function personSession({
  baseUrl,
  session,
  onSession,
  send,
}: {
  baseUrl: string;
  session: Tokens | (() => Tokens | undefined);
  onSession: ((tokens: Tokens | undefined) => void) | undefined;
  send: SendRequest;
}): Credential {
  let own = typeof session === "function" ? undefined : session;
  const read = typeof session === "function" ? session : () => own;
  const lock = lockName("session");
  const renew = async (tokens: Tokens) => {
    const response = await send(
      new Request(`${baseUrl}/v1/auth/refresh`, {
        method: "POST",
        // With a key it is sent again after a lost answer: for 30 s the API answers a used token with the next one.
        headers: { "content-type": "application/json", "idempotency-key": intentKey() },
        body: JSON.stringify({ refresh_token: tokens.refresh_token }),
        signal: AbortSignal.timeout(RENEWAL_MS),
      }),
    );
    const renewed = response.ok ? tokensIn(await jsonOf(response)) : undefined;
    // Only a refusal ends a session; a network failure does not.
    const isRefused = response.status === 401 || response.status === 403;
    if (!renewed && !isRefused) return tokens.access_token;
    own = renewed;
    onSession?.(renewed);
    return renewed?.access_token;
  };
  return {
    token: () => read()?.access_token,
    renew: (ended) =>
      runAlone(lock, async () => {
        const tokens = read();
        // Another tab may have renewed it while this one waited.
        return tokens?.access_token === ended ? renew(tokens) : tokens?.access_token;
      }),
  };
}

function tokensIn(body: unknown): Tokens | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (!("access_token" in body) || !("refresh_token" in body)) return undefined;
  const { access_token, refresh_token } = body;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return undefined;
  return { access_token, refresh_token };
}
