import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Order } from "./schema.ts";
import { orders } from "./table.ts";

export function orderSumSource(contributions: (order: Order, zone: string) => Contributions): SumSource {
  return sumSource(orders, { deleted: "taken back", contributions });
}

export function sharedOrderRows(rows: (order: Order) => ListedRow[]) {
  return sharedSource(orders, rows);
}
