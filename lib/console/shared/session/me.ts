import { useQuery } from "@tanstack/react-query";
import { queries, readOf, whenForbidden } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";

const ME = readOf("getMyAccount", "", {});
const STORES = readOf("listStores", "", {}, { limit: 100 });
/** Milliseconds: who somebody is and where changes seldom, and a refusal asks anew. */
const SELDOM = 5 * 60_000;

/** Who is signed in, with the role in each store. */
export function useAccount() {
  return useQuery({ ...ME, staleTime: SELDOM });
}

/** The stores that the account is a member of. */
export function useStores() {
  return useQuery({ ...STORES, staleTime: SELDOM });
}

export function knownStores(): Schemas["Store"][] {
  return queries.getQueryData<Schemas["StorePage"]>(STORES.queryKey)?.items ?? [];
}

whenForbidden(() => void readRolesAnew());

/** Roles and stores may be others by now. */
export async function readRolesAnew(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ME.queryKey }),
    queries.invalidateQueries({ queryKey: STORES.queryKey }),
  ]);
}
