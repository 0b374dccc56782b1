import { answer } from "./answer.ts";
import { type Client, type ClientOptions, createClient } from "./create-client.ts";
import type { Credential } from "./credential.ts";
import { jsonOf } from "./errors.ts";
import { RENEWAL_MS } from "./person.ts";
import { inBrowser, lockName, runAlone } from "./run-alone.ts";

/** Storage for a visitor's token between visits, such as a cookie. */
export interface Kept {
  get(): string | undefined | Promise<string | undefined>;
  set(token: string | undefined): void | Promise<void>;
}

export interface VisitorOptions extends Pick<ClientOptions, "baseUrl" | "retries" | "fetch"> {
  storeId: string;
  /** Key of the market that the visitor buys in. */
  market: string;
  /**
   * Storage for the token; `localStorage` by default, and memory where there is none. A server needs one of each
   * visitor, such as a cookie.
   */
  kept?: Kept;
}

/**
 * A client for one visitor of a shop. The first call creates a contact session, which is stored for the next
 * visit and replaced when it ends or the visitor proves an email address. On a server, make one for each visitor:
 * all who share one have one cart and one account.
 */
export function createVisitor({
  storeId,
  market,
  kept = defaultStorage(storeId),
  ...options
}: VisitorOptions): Client {
  const open = createClient(options);
  const lock = lockName(`visitor:${storeId}`);
  const identify = async () => {
    const params = { path: { storeId } };
    const signal = AbortSignal.timeout(RENEWAL_MS);
    const call = open.POST("/v1/storefront/{storeId}/account/identify", { params, body: { market }, signal });
    const { token } = await answer(call);
    await kept.set(token.token);
    return token.token;
  };
  const begin = (ended?: string) =>
    runAlone(lock, async () => {
      const now = await kept.get();
      // Another call or tab may have begun it while this one waited.
      return now !== undefined && now !== ended ? now : identify();
    });
  const actOf = ({ url }: Request) => new URL(url).pathname.split(`/v1/storefront/${storeId}/account/`)[1];
  /** Whether a request ends something of the visitor: nobody else may send it in place of a visitor who is gone. */
  const isEnding = (request: Request) => {
    const act = actOf(request);
    return act === "logout" || (act !== undefined && request.method === "DELETE");
  };
  const credential: Credential = {
    token: async (request) => (await kept.get()) ?? (isEnding(request) ? undefined : begin()),
    renew: begin,
    repeats: (request) => !isEnding(request),
    async heed(request, response) {
      const act = actOf(request);
      if (!response.ok || act === undefined) return;
      if (act === "logout" || (act === "me" && request.method === "DELETE")) await kept.set(undefined);
      // Proving an email address returns another session; the old one stays anonymous.
      const next = act === "verify" || act === "identify" ? await jsonOf(response.clone()) : undefined;
      const token = tokenIn(next);
      if (token !== undefined) await kept.set(token);
    },
  };
  return createClient({ ...options, credential });
}

/**
 * Whether the browser has stored a session of the visitor. Without one the cart is empty, so it need not be requested.
 * It knows nothing of a storage of your own.
 */
export function hasVisited(storeId: string): boolean {
  return defaultStorage(storeId).get() !== undefined;
}

/** Tokens of this page, by name, where the browser blocks storage. */
const pageMemory = new Map<string, string>();

function defaultStorage(storeId: string) {
  const name = `visitor:${storeId}`;
  // On a server each visitor has a memory of its own.
  const memory = inBrowser() ? pageMemory : new Map<string, string>();
  const storage = () => (inBrowser() ? globalThis.localStorage : undefined);
  return {
    get() {
      try {
        return storage()?.getItem(name) ?? memory.get(name);
      } catch {
        return memory.get(name);
      }
    },
    set(token: string | undefined) {
      if (token === undefined) memory.delete(name);
      else memory.set(name, token);
      try {
        if (token === undefined) storage()?.removeItem(name);
        else storage()?.setItem(name, token);
      } catch {
        // If the browser blocks storage, the token stays in memory for this visit.
      }
    },
  };
}

function tokenIn(body: unknown): string | undefined {
  const { token } = Object(Object(body).token);
  return typeof token === "string" ? token : undefined;
}
