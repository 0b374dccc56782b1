import { QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { read } from "./call.ts";
import { ApiError } from "./errors.ts";
import type { Answer, Params, Query, ReadId } from "./types.ts";

/** Milliseconds for which an answer is fresh, and for which an unused one is kept. */
const FRESH = 5_000;
const KEPT = 5 * 60_000;
const TRIES = 3;

/** Roles are read again when the API refuses one. */
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
      // `send` waits for the network.
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

/** The query of a read; its key is the store, the operation and the parameters. */
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

/** A read that a screen declares before its code is loaded. */
export interface Ask {
  operation: ReadId;
  params: object;
  query?: object | undefined;
}

export function ask<O extends ReadId>(operation: O, params: Params<O>, query?: Query<O>): Ask {
  return { operation, params, ...(query ? { query: Object(query) } : {}) };
}

/** Starts the reads of a screen while its code loads. */
export function foresee(store: string, asks: readonly Ask[]): void {
  for (const { operation, params, query = {} } of asks)
    void queries.prefetchQuery({
      queryKey: [store, operation, params, query],
      // `readRequest` checked the parameters against the operation.
      queryFn: () => read(operation, store, params as never, query as never),
    });
}

/** These reads sum up the whole store, so any write may change them. */
const OVERVIEWS: readonly ReadId[] = ["getToday", "getSetup"];

/** Marks the answers of these operations as out of date, and those of the overviews. */
export function outdate(store: string, operations: readonly ReadId[]): Promise<void> {
  const old: readonly unknown[] = [...operations, ...OVERVIEWS];
  return queries.invalidateQueries({
    predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === store && old.includes(queryKey[1]),
  });
}
