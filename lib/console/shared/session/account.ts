import { useQuery } from "@tanstack/react-query";
import { onForbidden, queries, readQuery } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";

const ME = readQuery("getMyAccount", "", {});
const STORES = readQuery("listStores", "", {}, { limit: 100 });
/** Milliseconds after which roles are read again. A refused call reads them at once. */
const STALE_AFTER_MS = 5 * 60_000;

/** The account that is signed in, with its role in each store. */
export function useAccount() {
  return useQuery({ ...ME, staleTime: STALE_AFTER_MS });
}

/** The stores of the account. */
export function useStores() {
  return useQuery({ ...STORES, staleTime: STALE_AFTER_MS });
}

export function cachedStores(): Schemas["Store"][] {
  return queries.getQueryData<Schemas["StorePage"]>(STORES.queryKey)?.items ?? [];
}

onForbidden(() => void refreshRoles());

/** Reads roles and stores again, because they may have changed. */
export async function refreshRoles(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ME.queryKey }),
    queries.invalidateQueries({ queryKey: STORES.queryKey }),
  ]);
}
