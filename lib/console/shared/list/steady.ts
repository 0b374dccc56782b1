import { useRef } from "react";

interface Steady<T> {
  items: readonly T[];
  /** How many came since the page was opened. */
  fresh: number;
  show(): void;
}

/**
 * Keeps the rows of a page where they are while it is read again and again: what is new is counted and shown when somebody
 * wants it. `page` says which page it is.
 */
export function useSteady<T extends { id: string }>(
  read: readonly T[] | undefined,
  page: string,
  redraw: () => void,
): Steady<T> {
  const shown = useRef<{ page: string; ids: Set<string> }>(undefined);
  if (read && shown.current?.page !== page) shown.current = { page, ids: new Set(read.map(({ id }) => id)) };
  const known = shown.current?.ids;
  const all = read ?? [];
  // What comes in at the end is there because something before it has gone.
  const first = all.findIndex(({ id }) => known?.has(id));
  const fresh = first > 0 ? all.slice(0, first) : [];
  const hidden = new Set(fresh.map(({ id }) => id));
  for (const { id } of all) if (!hidden.has(id)) known?.add(id);
  return {
    items: all.filter(({ id }) => !hidden.has(id)),
    fresh: hidden.size,
    show() {
      shown.current = undefined;
      redraw();
    },
  };
}
