import { useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Search } from "./screen.ts";
import { useStoreNavigate } from "./store-link.tsx";

/** A parameter of the path: `usePathParam("id")`. */
export function usePathParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? "";
}

export function useSearchParams(): Search {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return search;
}

/** The search parameters as the state of a screen, and a function that changes some of them. */
export function useSearchState(path: string): [Search, (change: Search, replace?: boolean) => void] {
  const search = useSearchParams();
  const go = useStoreNavigate();
  return useMemo(
    () => [search, (change, replace = false) => void go(path, { search: { ...search, ...change }, replace })],
    [search, go, path],
  );
}
