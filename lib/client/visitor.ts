import { answer } from "./answer.ts";
import { type Client, type ClientOptions, createClient } from "./create-client.ts";
import type { Credential } from "./credential.ts";
import { jsonOf } from "./errors.ts";

/** Storage for a visitor's token between visits. */
export interface Kept {
  get(): string | undefined;
  set(token: string | undefined): void;
}

export interface VisitorOptions extends Pick<ClientOptions, "baseUrl" | "retries" | "fetch"> {
  storeId: string;
  /** Key of the market that the visitor buys in. */
  market: string;
  /** Storage for the token; `localStorage` by default, and memory where there is none. */
  kept?: Kept;
}

/**
 * A client for a visitor of a shop. The first call creates a contact session, which is stored for the next
 * visit and replaced when it ends or the visitor proves an email address.
 */
export function createVisitor({
  storeId,
  market,
  kept = defaultStorage(storeId),
  ...options
}: VisitorOptions): Client {
  const open = createClient(options);
  let beginning: Promise<string> | undefined;
  const begin = () => {
    beginning ??= identify().finally(() => {
      beginning = undefined;
    });
    return beginning;
  };
  const identify = async () => {
    const params = { path: { storeId } };
    const call = open.POST("/v1/storefront/{storeId}/account/identify", { params, body: { market } });
    const { token } = await answer(call);
    kept.set(token.token);
    return token.token;
  };
  const credential: Credential = {
    token: () => kept.get() ?? begin(),
    renew: begin,
    async heed({ url, method }, response) {
      const act = new URL(url).pathname.split(`/v1/storefront/${storeId}/account/`)[1];
      if (!response.ok || act === undefined) return;
      if (act === "logout" || (act === "me" && method === "DELETE")) kept.set(undefined);
      // Proving an email address returns another session; the old one stays anonymous.
      if (act === "verify" || act === "identify")
        kept.set(tokenIn(await jsonOf(response.clone())) ?? kept.get());
    },
  };
  return createClient({ ...options, credential });
}

/** Whether the visitor has a stored session. Without one the cart is empty, so it need not be requested. */
export function hasVisited(storeId: string): boolean {
  return defaultStorage(storeId).get() !== undefined;
}

function defaultStorage(storeId: string): Kept {
  const name = `visitor:${storeId}`;
  let memory: string | undefined;
  // A server has no storage, and a browser may block it.
  const storage = () => ("document" in globalThis ? globalThis.localStorage : undefined);
  return {
    get() {
      try {
        return storage()?.getItem(name) ?? memory;
      } catch {
        return memory;
      }
    },
    set(token) {
      memory = token;
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
