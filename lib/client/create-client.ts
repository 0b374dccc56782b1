import createFetchClient, { type Client as FetchClient, type Middleware } from "openapi-fetch";
import type { paths } from "./api.ts";
import { checkCall } from "./check-call.ts";
import { type Credential, type SendRequest, withRenewal } from "./credential.ts";
import { ApiError, errorOf, parsedAnswer, responseOf, unexpectedResponse } from "./errors.ts";
import { intentKey } from "./intent-key.ts";
import { personSession, type Tokens } from "./person.ts";
import { withRetries } from "./retry.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface ClientOptions {
  /** URL of the API. */
  baseUrl: string;
  /** A token that is never renewed, such as an API token. */
  token?: string;
  /**
   * A person's session, renewed when its access token has expired. Where several tabs share one, give a function that
   * reads what `onSession` stores: a tab that renews with tokens that another has renewed since ends the session.
   */
  session?: Tokens | (() => Tokens | undefined);
  /** Called with renewed tokens to store; with `undefined` when the session has ended. */
  onSession?: (tokens: Tokens | undefined) => void;
  /** A custom credential, in place of `token` and `session`. */
  credential?: Credential;
  /** Most retries of a request after 429, 503 or a network failure, where a repeat does no harm; 2 by default. */
  retries?: number;
  fetch?: SendRequest;
}

export type Client = FetchClient<paths>;

/**
 * A typed client of the API: `client.GET("/v1/stores/{storeId}/forms", { params: { path: { storeId } } })`. A call
 * resolves to `data` or to an `error`, which is an `ApiError`; it rejects if the network fails, if its `signal`
 * aborts, or if an id in the path is empty.
 */
export function createClient({
  baseUrl: address,
  token,
  session,
  onSession,
  credential,
  retries = 2,
  fetch: send = (request) => fetch(request),
}: ClientOptions): Client {
  const baseUrl = address.replace(/\/+$/, "");
  const patient = withRetries(send, retries);
  const person = session && personSession({ baseUrl, session, onSession, send: patient });
  const own = credential ?? person ?? { token: () => token };
  const client = createFetchClient<paths>({ baseUrl, fetch: withRenewal(own, patient) });
  client.use(headerMiddleware(own, retries > 0));
  return withApiErrors(client);
}

function headerMiddleware(credential: Credential, repeats: boolean): Middleware {
  return {
    async onRequest({ request }) {
      const { headers, method, signal } = request;
      const value = headers.has("authorization")
        ? undefined
        : await unlessAborted(signal, credential.token(request));
      if (value) headers.set("authorization", `Bearer ${value}`);
      // Without a token this header would cause a CORS preflight, which a public read does not need.
      if (headers.has("authorization") && !headers.has("prefer")) headers.set("prefer", "handling=strict");
      if (repeats && method === "POST" && !headers.has("idempotency-key"))
        headers.set("idempotency-key", intentKey());
    },
  };
}

const CALL_METHODS: ReadonlySet<unknown> = new Set(["GET", "PUT", "POST", "DELETE", "request"]);

/** Checks what a call is given, and makes it resolve to an `ApiError` when the API refused or something else answered. */
function withApiErrors(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (!CALL_METHODS.has(name)) return member;
      return async (...args: unknown[]) => {
        const leading = args.slice(0, name === "request" ? 2 : 1);
        const init = Object(args[leading.length]);
        checkCall(String(leading.at(-1)), init);
        try {
          const { response, data, error } = await member.call(target, ...leading, {
            parseAs: "text",
            ...init,
          });
          if (!response.ok) return { response, error: errorOf(error, response) };
          if (init.parseAs || response.status === 204) return { response, data };
          const parsed = parsedAnswer(data, response);
          return parsed === undefined
            ? { response, error: unexpectedResponse(response) }
            : { response, data: parsed };
        } catch (error) {
          // The visitor's session could not be created.
          if (error instanceof ApiError) return { response: responseOf(error), error };
          throw error;
        }
      };
    },
  });
}
