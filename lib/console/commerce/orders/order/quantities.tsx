import { TextInput } from "@mantine/core";
import type { Schemas } from "#console/shared/api/types.ts";
import { t } from "./texts.ts";

type Item = Schemas["OrderItem"];
export type Quantities = Readonly<Record<string, number>>;

interface QuantityProps {
  items: readonly Item[];
  /** How many units of an item can be chosen. */
  most: (item: Item) => number;
  chosen: Quantities;
  choose: (chosen: Quantities) => void;
}

export function QuantityInputs({ items, most, chosen, choose }: QuantityProps) {
  return items
    .filter((item) => most(item) > 0)
    .map((item) => (
      <TextInput
        key={item.id}
        type="number"
        inputMode="numeric"
        min={0}
        max={most(item)}
        label={t.quantityOf(item.snapshot.name)}
        value={String(chosen[item.id] ?? 0)}
        onChange={(event) => {
          const typed = Math.trunc(Number(event.currentTarget.value)) || 0;
          choose({ ...chosen, [item.id]: Math.min(most(item), Math.max(0, typed)) });
        }}
      />
    ));
}

/** The chosen items as lines of a request. */
export function linesOf(chosen: Quantities): { order_item_id: string; quantity: number }[] {
  return Object.entries(chosen).flatMap(([order_item_id, quantity]) =>
    quantity > 0 ? [{ order_item_id, quantity }] : [],
  );
}

export function maxQuantities(items: readonly Item[], most: (item: Item) => number): Quantities {
  return Object.fromEntries(items.flatMap((item) => (most(item) > 0 ? [[item.id, most(item)]] : [])));
}
