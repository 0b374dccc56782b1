import type { Allocation } from "#lib/commerce/inventory/schema.ts";
import type { Appointment } from "./appointments.ts";
import type { Reason, Snapshot } from "./quote-schema.ts";
import type { CartLine } from "./schema.ts";

/** One thing to be priced and bought: a line of goods, or one slot of a line of appointments. */
export interface Unit {
  line: CartLine;
  quantity: number;
  /** Minor units; `undefined` where it has no price. */
  price: number | undefined;
  compareAt: number | null;
  taxCategory: string | null;
  /** Grams of one. */
  weight: number;
  ships: boolean;
  slug: Record<string, string>;
  snapshot: Snapshot;
  reason: Reason | undefined;
  /** Whether it is not to be seen, so that no cart can get it. */
  hidden: boolean;
  /** How many there are for it; null when nobody counts them. */
  available: number | null;
  counted: boolean;
  allocations: Allocation[];
  appointment: Appointment | undefined;
}

/** What a unit counts in the sums: what cannot be had at a price counts nothing. */
export function countedPrice({ price, reason }: Pick<Unit, "price" | "reason">): number {
  return reason === "archived" || reason === "deleted" ? 0 : (price ?? 0);
}

/** What says that two lines are of the same thing. */
export function thingOf(unit: Pick<Unit, "line" | "appointment">): string {
  const { line, appointment } = unit;
  if (line.type === "product") return `${line.product_id} ${line.variant_id}`;
  return `${line.service_id} ${line.provider_id} ${appointment?.slot.from ?? ""}`;
}
