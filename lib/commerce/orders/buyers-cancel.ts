import type { Order } from "./schema.ts";

/** Whether the buyer may cancel, on the order's page: until something was sent, or an appointment has begun. */
export function buyerMayCancel({ status, items, shipments }: Order, now: number): boolean {
  const open = status === "pending" || status === "confirmed" || status === "partially_cancelled";
  const began = ({ from, cancelled_quantity }: Order["items"][number]) =>
    from !== null && from <= now && cancelled_quantity === 0;
  return (
    open && shipments.length === 0 && items.every((item) => item.fulfilled_quantity === 0 && !began(item))
  );
}
