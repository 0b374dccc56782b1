import { useRef } from "react";

interface StableRows<T> {
  items: readonly T[];
  /** The number of new rows, which are hidden until `show` is called. */
  newCount: number;
  show(): void;
}

/**
 * Keeps the rows of a list in place while the list is read again. New rows are counted, and appear on request.
 * `page` names the part of the list; when it changes, all rows are shown.
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
  // Only rows before the first known row are new. Unknown rows at the end moved up after one disappeared.
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
