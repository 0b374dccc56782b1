import { QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { read } from "./call.ts";
import { ApiError } from "./errors.ts";
import type { Answer, Params, Query, ReadId } from "./types.ts";

/** Milliseconds that an answer is shown without asking again, and that it is kept unused. */
const FRESH = 5_000;
const KEPT = 5 * 60_000;
const TRIES = 3;

/** Told of every refusal for want of a role: roles are read anew then. */
let onForbidden = (): void => undefined;

export function whenForbidden(act: () => void): void {
  onForbidden = act;
}

export function heed(error: unknown): void {
  if (error instanceof ApiError && error.status === 403) onForbidden();
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: heed }),
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      gcTime: KEPT,
      retry: (tried, error) => tried < TRIES && isPassing(error),
      retryDelay: (tried, error) =>
        error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** tried,
      // A fetch waits for the network by itself.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

function isPassing(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof ApiError && (error.status === 429 || error.status >= 503))
  );
}

/** A read of the API as a query: what it is asked for is its key. */
export function readOf<O extends ReadId>(
  operation: O,
  store: string,
  params: Params<O>,
  query?: Query<O>,
): { queryKey: readonly unknown[]; queryFn: () => Promise<Answer<O>> } {
  return {
    queryKey: [store, operation, params, query ?? {}],
    queryFn: () => read(operation, store, params, query),
  };
}

/** What a screen will ask for, named before it is shown. */
export interface Ask {
  operation: ReadId;
  params: object;
  query?: object | undefined;
}

export function ask<O extends ReadId>(operation: O, params: Params<O>, query?: Query<O>): Ask {
  return { operation, params, ...(query ? { query: Object(query) } : {}) };
}

/** Begins to read what a screen needs, while its code is still on its way. */
export function foresee(store: string, asks: readonly Ask[]): void {
  for (const { operation, params, query = {} } of asks)
    void queries.prefetchQuery({
      queryKey: [store, operation, params, query],
      // `ask` held the parameters against the operation's own.
      queryFn: () => read(operation, store, params as never, query as never),
    });
}

/** What sums up a whole store: any write may change it. */
const OVERVIEWS: readonly ReadId[] = ["getToday", "getSetup"];

/** What a write has made old: every answer of these operations, and what sums up the store. */
export function outdate(store: string, operations: readonly ReadId[]): Promise<void> {
  const old: readonly unknown[] = [...operations, ...OVERVIEWS];
  return queries.invalidateQueries({
    predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === store && old.includes(queryKey[1]),
  });
}
