import { QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { read } from "./call.ts";
import { ApiError } from "./errors.ts";
import type { Answer, Params, Query, ReadId } from "./types.ts";

/** Milliseconds after which an answer is read again on use, and after which an unused one is dropped. */
const STALE_AFTER_MS = 5_000;
const UNUSED_KEPT_MS = 5 * 60_000;
const MAX_RETRIES = 3;

/** Called when the API refuses a call because of the user's role. */
let forbiddenListener = (): void => undefined;

export function onForbidden(act: () => void): void {
  forbiddenListener = act;
}

export function handleForbidden(error: unknown): void {
  if (error instanceof ApiError && error.status === 403) forbiddenListener();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleForbidden }),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      gcTime: UNUSED_KEPT_MS,
      retry: (tried, error) => tried < MAX_RETRIES && isTransient(error),
      retryDelay: (tried, error) =>
        error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** tried,
      // `send` itself waits while the browser is offline.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

function isTransient(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof ApiError && (error.status === 429 || error.status >= 503))
  );
}

/** The React Query options of a read, with the store, operation and parameters as its key. */
export function readQuery<O extends ReadId>(
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
export type ReadRequest = { operation: ReadId; params: object; query?: object | undefined };

export function readRequest<O extends ReadId>(
  operation: O,
  params: Params<O>,
  query?: Query<O>,
): ReadRequest {
  return { operation, params, ...(query ? { query: Object(query) } : {}) };
}

/** Starts the reads of a screen while its code loads. */
export function prefetchReads(store: string, requests: readonly ReadRequest[]): void {
  for (const { operation, params, query = {} } of requests)
    void queryClient.prefetchQuery({
      queryKey: [store, operation, params, query],
      // `readRequest` checked the parameters against the operation.
      queryFn: () => read(operation, store, params as never, query as never),
    });
}

/** Reads that summarize the whole store, so any write may change their answers. */
const OVERVIEWS: readonly ReadId[] = ["getToday", "getSetup"];

/** Marks the answers of these operations as out of date, and those of the overviews. */
export function invalidateReads(store: string, operations: readonly ReadId[]): Promise<void> {
  const old: readonly unknown[] = [...operations, ...OVERVIEWS];
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === store && old.includes(queryKey[1]),
  });
}
