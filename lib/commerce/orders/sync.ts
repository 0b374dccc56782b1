import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { holdsTime } from "#lib/booking/reservations/states.ts";
import { cancelOrder, cancelUnits } from "./cancel.ts";
import { whileContended } from "./contended.ts";
import { findWhole, type Whole } from "./load.ts";
import { changed, replacement } from "./record.ts";
import type { OrderItem } from "./schema.ts";
import { settleOrder } from "./settle.ts";

/** Brings an order to where its payment is, when something was told of the payment. */
export async function settleOrderFromEvent(ctx: Context, event: Event): Promise<void> {
  const { reference } = event.data;
  if (typeof reference !== "string" || !reference.startsWith("order_")) return;
  await settleOrder(ctx, event.tenant_id, reference);
}

/** Brings an order to where its appointments are: what staff do to a reservation is done to the lines of its order. */
export async function followReservation(ctx: Context, event: Event): Promise<void> {
  const { orderId } = event.data;
  if (typeof orderId !== "string") return;
  await whileContended(async () => {
    const whole = await findWhole(event.tenant_id, orderId);
    if (whole?.reservation) await follow(ctx, whole);
  });
}

/** Cancels the lines whose appointments are gone, and notes where the others are by now. */
export async function follow(ctx: Context, whole: Whole): Promise<void> {
  const { order, reservation } = whole;
  // What waits for its payment is the payment's to decide.
  if (!reservation || reservation.status === "CREATED" || order.status === "cancelled") return;
  const kept = holdsTime(reservation.status);
  const isKept = ({ part_id }: OrderItem) => part_id !== null && reservation.notRefunded.includes(part_id);
  const gone = order.items.filter(
    ({ type, part_id, cancelled_quantity }) =>
      type === "service" &&
      cancelled_quantity === 0 &&
      !(kept && reservation.parts.some(({ id }) => id === part_id)),
  );
  if (gone.length > 0) {
    const reason = "the appointment was cancelled";
    if (order.status === "pending") return cancelOrder(ctx, order.store_id, order.id, { reason });
    // What gives its money back comes first: the end of the last line gives back all that is left.
    for (const given of ["all", "nothing"] as const) {
      const units = gone.filter(
        (item) => item.fulfilled_quantity === 0 && isKept(item) === (given === "nothing"),
      );
      const wanted = new Map(units.map(({ id }) => [id, 1]));
      if (wanted.size === 0) continue;
      await cancelUnits(ctx, whole, wanted, { reason, given });
      const again = await findWhole(order.store_id, order.id);
      return again && follow(ctx, again);
    }
  }
  if (order.status === "pending") return;
  const items = order.items.map((item) => asBooked(item, reservation));
  if (JSON.stringify(items) === JSON.stringify(order.items)) return;
  const after = changed(ctx, order, { items }, "appointment_changed");
  await transact(ctx, replacement(ctx, order, after));
}

function asBooked(item: OrderItem, { status, parts }: NonNullable<Whole["reservation"]>): OrderItem {
  const part = parts.find(({ id }) => id === item.part_id);
  if (!part || item.cancelled_quantity > 0) return item;
  const isDone = status === "COMPLETED" || status === "NO_SHOW";
  const isSure = isDone || status === "CONFIRMED";
  return {
    ...item,
    from: part.startTime,
    to: part.endTime,
    provider_id: part.providerId,
    fulfilled_quantity: isDone ? item.quantity : item.fulfilled_quantity,
    status: isSure ? { ...item.status, status: "confirmed", expires_at: null } : item.status,
  };
}
