import { useQuery } from "@tanstack/react-query";
import { onForbidden, queryClient, readQuery } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";

const ME_QUERY = readQuery("getMyAccount", "", {});
const STORES_QUERY = readQuery("listStores", "", {}, { limit: 100 });
/** Milliseconds after which roles are read again. A refused call reads them at once. */
const STALE_AFTER_MS = 5 * 60_000;

/** The account that is signed in, with its role in each store. */
export function useAccount() {
  return useQuery({ ...ME_QUERY, staleTime: STALE_AFTER_MS });
}

/** The stores of the account. */
export function useStores() {
  return useQuery({ ...STORES_QUERY, staleTime: STALE_AFTER_MS });
}

export function cachedStores(): Schemas["Store"][] {
  return queryClient.getQueryData<Schemas["StorePage"]>(STORES_QUERY.queryKey)?.items ?? [];
}

onForbidden(() => void refreshRoles());

/** Reads roles and stores again, because they may have changed. */
export async function refreshRoles(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ME_QUERY.queryKey }),
    queryClient.invalidateQueries({ queryKey: STORES_QUERY.queryKey }),
  ]);
}
