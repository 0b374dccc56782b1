import type { Context } from "#core/context.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { indexVisit } from "#lib/tenancy/visitors/index-visit.ts";
import { customerIdOfBooking } from "./customer.ts";
import { reservations } from "./table.ts";

/**
 * Creates the customer of a booking, or records a further booking of a known one; also links a booking from
 * before there were customers. It can run any number of times.
 */
export async function indexReservation(
  ctx: Context,
  { tenant_id: businessId, record_id: id }: Pick<Event, "tenant_id" | "record_id">,
): Promise<void> {
  const booked = await reservations.find({ businessId, id }, ctx);
  // The reservation of an order gets its customer together with the order.
  if (!booked || booked.orderId) return;
  const { customer_id: before, email, name, language, createdAt: at, customerId } = booked;
  const under = before ?? (await customerIdOfBooking(businessId, email, customerId));
  if (under === null) return;
  const who = { customer_id: under, email, name, language } as const;
  const record = recordName(businessId, reservations.keyOf(booked));
  const home = await indexVisit(ctx, { id, record, store_id: businessId, ...who, at, kind: "booking" });
  if (!home) return;
  const { customer_id, writes, isKnown } = home;
  if (isKnown && customer_id === before) return;
  const own =
    customer_id === before
      ? reservations.check(booked)
      : reservations.note(booked, { ...booked, customer_id });
  await transact(ctx, [...writes, own]);
}
