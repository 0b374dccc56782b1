import { useState } from "react";
import type { AnyField } from "#console/shared/fields.ts";
import type { Search } from "#console/shared/screen.ts";
import { useSearchState } from "#console/shared/url-params.ts";

/** The query parameters that every list has in its URL. */
const LIST_PARAMS = ["query", "sort_field", "sort_direction", "cursor", "view", "columns"] as const;

/** The query parameters of the filters: a range has two, `total_from` and `total_to`. */
export function filterNames(fields: readonly AnyField[]): string[] {
  return fields.flatMap(({ filter }) =>
    !filter ? [] : filter.range ? [`${filter.by}_from`, `${filter.by}_to`] : [filter.by],
  );
}

/** The names of the parameters that a list's URL may have. */
export function searchOfList(fields: readonly AnyField[], more: readonly string[] = []): string[] {
  return [...LIST_PARAMS, ...filterNames(fields), ...more];
}

/** A built-in view: its name in the URL, and its query. */
export type View = { name: string; query: Search };

export interface ListState {
  search: Search;
  /** The query of the list, with the cursor. */
  query: Record<string, string>;
  /** The filters that are set, by parameter. */
  filters: Readonly<Record<string, string>>;
  change(next: Search): void;
  clear(): void;
  next(cursor: string): void;
  previous: (() => void) | undefined;
  sortBy(field: string): void;
}

/** The state of a list, stored in the URL, so that a reload, a shared link and the back button show it again. */
export function useListState(path: string, fields: readonly AnyField[], views: readonly View[]): ListState {
  const [search, setSearch] = useSearchState(path);
  // The API returns no cursor of the previous page, so the screen remembers the earlier cursors.
  const [previousCursors, setPreviousCursors] = useState<readonly string[]>([]);
  const { view, columns: _, ...params } = search;
  const names = filterNames(fields);
  const filters = Object.fromEntries(
    names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ) as Record<string, string>;
  const fromView = views.find(({ name }) => name === view)?.query ?? {};
  const query = Object.fromEntries(
    Object.entries({ ...fromView, ...params }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const change = (next: Search) => {
    setPreviousCursors([]);
    setSearch({ ...next, cursor: undefined });
  };
  return {
    search,
    query,
    filters,
    change,
    clear: () => change({ query: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
    next(cursor) {
      setPreviousCursors([...previousCursors, search.cursor ?? ""]);
      setSearch({ cursor });
    },
    previous: search.cursor
      ? () => {
          setPreviousCursors(previousCursors.slice(0, -1));
          setSearch({ cursor: previousCursors.at(-1) || undefined });
        }
      : undefined,
    sortBy(field) {
      const down = search.sort_field === field && search.sort_direction !== "asc";
      change({ sort_field: field, sort_direction: down ? "asc" : "desc" });
    },
  };
}

/** The query parameters that a saved view stores. */
export function viewOf({ cursor: _cursor, view: _view, ...search }: Search): Search {
  return search;
}
