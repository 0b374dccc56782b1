import { useRef } from "react";

interface StableRows<T> {
  items: readonly T[];
  /** The number of rows that were created since the page was opened. */
  newCount: number;
  show(): void;
}

/**
 * Keeps the rows of a page in place while it is read again: new rows are counted, and shown on request.
 * A change of `page` resets the count.
 */
export function useStableRows<T extends { id: string }>(
  read: readonly T[] | undefined,
  page: string,
  redraw: () => void,
): StableRows<T> {
  const shown = useRef<{ page: string; ids: Set<string> }>(undefined);
  if (read && shown.current?.page !== page) shown.current = { page, ids: new Set(read.map(({ id }) => id)) };
  const known = shown.current?.ids;
  const all = read ?? [];
  // A row at the end is not new: it moved up because one before it went away.
  const first = all.findIndex(({ id }) => known?.has(id));
  const newItems = first > 0 ? all.slice(0, first) : [];
  const hidden = new Set(newItems.map(({ id }) => id));
  for (const { id } of all) if (!hidden.has(id)) known?.add(id);
  return {
    items: all.filter(({ id }) => !hidden.has(id)),
    newCount: hidden.size,
    show() {
      shown.current = undefined;
      redraw();
    },
  };
}
