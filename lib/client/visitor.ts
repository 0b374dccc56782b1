import { answer } from "./answer.ts";
import { type Client, type ClientOptions, createClient } from "./create-client.ts";
import type { Credential } from "./credential.ts";
import { jsonOf } from "./errors.ts";

/** Where a visitor's token is kept between visits. */
export interface Kept {
  get(): string | undefined;
  set(token: string | undefined): void;
}

export interface VisitorOptions extends Pick<ClientOptions, "baseUrl" | "retries" | "fetch"> {
  storeId: string;
  /** Key of the market that the visitor buys in. */
  market: string;
  /** Where the token is kept; the browser's `localStorage` unless given, and memory where there is none. */
  kept?: Kept;
}

/**
 * The API as a visitor of a shop. The contact session begins with the first call and is kept for the next visit. When it
 * has ended, the visitor goes on with a new one; after the visitor has proved an address, with the one of the answer.
 */
export function createVisitor({
  storeId,
  market,
  kept = keptFor(storeId),
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
      // What an address was proved for is another session: the old one is a stranger's from then on.
      if (act === "verify" || act === "identify")
        kept.set(tokenIn(await jsonOf(response.clone())) ?? kept.get());
    },
  };
  return createClient({ ...options, credential });
}

/** Whether a visitor was here before, so that an empty cart needs no request. */
export function hasVisited(storeId: string): boolean {
  return keptFor(storeId).get() !== undefined;
}

function keptFor(storeId: string): Kept {
  const name = `visitor:${storeId}`;
  let memory: string | undefined;
  // On a server there is none, and a browser may refuse it.
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
        // It is kept for this visit.
      }
    },
  };
}

function tokenIn(body: unknown): string | undefined {
  const { token } = Object(Object(body).token);
  return typeof token === "string" ? token : undefined;
}
