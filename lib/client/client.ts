import createFetchClient, { type Middleware } from "openapi-fetch";
import type { paths } from "./api.ts";

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface ClientOptions {
  /** Address of the API, no slash at its end. */
  baseUrl: string;
  /** A token that is never renewed: an API token or a contact session. */
  token?: string;
  /** A session that is renewed when its access token has ended. */
  session?: Tokens;
  /** Told of renewed tokens, to keep them; `undefined` when the session has ended. */
  onSession?: (tokens: Tokens | undefined) => void;
  fetch?: (request: Request) => Promise<Response>;
}

/** A typed client of the API: `client.GET("/v1/stores/{storeId}/forms", { params: { path: { storeId } } })`. */
export function createClient({
  baseUrl,
  token,
  session,
  onSession,
  fetch: send = (r) => fetch(r),
}: ClientOptions) {
  let tokens = session;
  let renewal: Promise<void> | undefined;

  async function renew(refresh_token: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ refresh_token });
    const response = await send(new Request(`${baseUrl}/v1/auth/refresh`, { method: "POST", headers, body }));
    // Trouble on the way does not end a session; only a refusal does.
    if (!response.ok && response.status !== 401 && response.status !== 403) return;
    tokens = response.ok ? tokensIn(await response.json()) : undefined;
    onSession?.(tokens);
  }

  const bearer: Middleware = {
    onRequest({ request }) {
      const value = tokens?.access_token ?? token;
      if (value && !request.headers.has("authorization"))
        request.headers.set("authorization", `Bearer ${value}`);
    },
  };

  /** Sends a request; at 401 it renews the session, once for all callers, and sends the request again. */
  async function sendRenewed(request: Request): Promise<Response> {
    const used = tokens;
    if (!used || request.headers.get("authorization") !== `Bearer ${used.access_token}`) return send(request);
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 401) return response;
    if (tokens === used) {
      renewal ??= renew(used.refresh_token).finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    if (!tokens || tokens === used) return response;
    again.headers.set("authorization", `Bearer ${tokens.access_token}`);
    return send(again);
  }

  const client = createFetchClient<paths>({ baseUrl, fetch: sendRenewed });
  client.use(bearer);
  return client;
}

/** A key for one intent, such as one press of "buy": send it as the header `Idempotency-Key` with every try. */
export function intentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

interface Page<T> {
  items: T[];
  cursor: string | null;
}

/** Every item of a list, page after page: `for await (const form of items((cursor) => …))`. */
export async function* items<T>(
  load: (cursor: string | undefined) => Promise<{ data?: Page<T>; error?: unknown }>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { data, error } = await load(cursor);
    if (!data) throw error;
    yield* data.items;
    cursor = data.cursor ?? undefined;
  } while (cursor !== undefined);
}

function tokensIn(body: unknown): Tokens | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (!("access_token" in body) || !("refresh_token" in body)) return undefined;
  const { access_token, refresh_token } = body;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return undefined;
  return { access_token, refresh_token };
}
