import { useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useGo } from "./go.tsx";
import type { Search } from "./screen.ts";

/** A parameter of the path: `usePathParam("id")`. */
export function useSlot(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? "";
}

export function useAddressSearch(): Search {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return search;
}

/** The search parameters as the state of a screen, and a function that changes some of them. */
export function useSearchState(path: string): [Search, (change: Search, replace?: boolean) => void] {
  const search = useAddressSearch();
  const go = useGo();
  return useMemo(
    () => [search, (change, replace = false) => void go(path, { search: { ...search, ...change }, replace })],
    [search, go, path],
  );
}
