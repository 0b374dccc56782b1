import { useQuery } from "@tanstack/react-query";
import { queries, readOf, whenForbidden } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";

const ME = readOf("getMyAccount", "", {});
const STORES = readOf("listStores", "", {}, { limit: 100 });
/** Milliseconds. Roles change seldom, and a refusal reads them again at once. */
const SELDOM = 5 * 60_000;

/** The account that is signed in, with its role in each store. */
export function useAccount() {
  return useQuery({ ...ME, staleTime: SELDOM });
}

/** The stores of the account. */
export function useStores() {
  return useQuery({ ...STORES, staleTime: SELDOM });
}

export function knownStores(): Schemas["Store"][] {
  return queries.getQueryData<Schemas["StorePage"]>(STORES.queryKey)?.items ?? [];
}

whenForbidden(() => void readRolesAnew());

/** Reads roles and stores again, because they may have changed. */
export async function readRolesAnew(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ME.queryKey }),
    queries.invalidateQueries({ queryKey: STORES.queryKey }),
  ]);
}
