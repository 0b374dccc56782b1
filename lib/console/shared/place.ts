import { useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useGo } from "./go.tsx";
import type { Search } from "./screen.ts";

/** A slot of the address: `useSlot("id")`. */
export function useSlot(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? "";
}

/** What the address says behind the `?`. */
export function useAddressSearch(): Search {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return search;
}

/** The address as the state of a screen: what it says now, and how to change a part of it. */
export function useSearchState(path: string): [Search, (change: Search, replace?: boolean) => void] {
  const search = useAddressSearch();
  const go = useGo();
  return useMemo(
    () => [search, (change, replace = false) => void go(path, { search: { ...search, ...change }, replace })],
    [search, go, path],
  );
}
