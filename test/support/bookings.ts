import { queryItems } from "#core/dynamo/read.ts";
import { type Event, events } from "#core/events.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { reservations as reservationTable } from "#lib/booking/reservations/table.ts";
import { partRef, unpackDay } from "#lib/booking/schedules/packed-days.ts";
import { providerDays } from "#lib/booking/schedules/table.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { redemptions } from "#lib/money/promo-codes/table.ts";
import { type As, ok } from "./client.ts";
import { decidePayment, type Outcome } from "./payments.ts";
import { HOUR, MONDAY, type Salon } from "./salon.ts";
import { eventually } from "./world.ts";

/** What the table has about a reservation, its payments and its promo code. */
export interface BookingLedger {
  status: string;
  payments: { status: string; captured: number; refunded: number }[];
  /** Booked times of its provider in hours from Monday; `firm` is false for holds. */
  booked: { from: number; to: number; firm: boolean }[];
  redemption: string | null;
  /** Types of the events of the reservation and its payments, sorted. */
  events: string[];
}

export function bookByCard(salon: Salon, customer: As, hour = 8, more: Record<string, unknown> = {}) {
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }];
  return ok(reservations.checkoutReservation, {
    as: customer,
    body: { paymentMethod: "CREDIT_CARD", market: "eu", parts, ...more },
  });
}

/** Decides on a payment in the sandbox and sends its callback. Returns the status of the answer. */
export async function sendSandboxCallback(
  { businessId }: Pick<Salon, "businessId">,
  paymentId: string,
  outcome: Outcome,
): Promise<number> {
  const { url, body, headers } = await decidePayment(businessId, paymentId, outcome);
  return (await fetch(url, { method: "POST", body, headers })).status;
}

export function waitForStatus({ businessId, owner }: Salon, reservationId: string, status: string) {
  const params = { businessId, reservationId };
  return eventually(async () => {
    const found = await ok(businessReservations.getBusinessReservation, { params, as: owner });
    return found.status === status && found;
  }, `${reservationId} being ${status}`);
}

export async function ledgerOf(businessId: string, id: string): Promise<BookingLedger> {
  const reservation = await reservationTable.find({ businessId, id });
  if (!reservation) throw new Error(`There is no reservation ${id}.`);
  const child = { index: "child_created" } as const;
  const charges = await queryItems(payments.child({ tenant_id: businessId, reference: id }), child);
  const paid = await payments.batchGet(
    charges.items.map(({ sk }) => ({ tenant_id: businessId, id: String(sk) })),
  );
  const eventLists = await Promise.all([
    events.query(events.child({ tenant_id: businessId, resource: "reservation", record_id: id }), child),
    ...paid.map((payment) =>
      events.query(
        events.child({ tenant_id: businessId, resource: "payment", record_id: payment.id }),
        child,
      ),
    ),
  ]);
  const refs = reservation.parts.map((part) => partRef(part.id));
  const days = await itemsOfPartitions(providerDays.partition({ business_id: businessId }));
  const entries = days
    .map((item) => providerDays.parse(item))
    .flatMap(({ day, bookings }) => unpackDay(day, bookings))
    .filter(({ ref }) => refs.includes(ref));
  return {
    status: reservation.status,
    payments: paid.map(({ status, captured, refunded }) => ({ status, captured, refunded })),
    booked: entries.map(({ start, end, hold }) => ({
      from: (start - MONDAY) / HOUR,
      to: (end - MONDAY) / HOUR,
      firm: hold === 0,
    })),
    redemption: (await redemptions.find({ store_id: businessId, reference: id }))?.status ?? null,
    events: eventLists.flatMap(({ records }) => records.map(({ type }) => type)).sort(),
  };
}

/** Every item of some partitions, with consistent reads. */
export async function itemsOfPartitions(...partitions: string[]): Promise<Record<string, unknown>[]> {
  const all = await Promise.all(partitions.map(everyItem));
  return all.flat();
}

/** All events of a tenant. */
export async function storedEvents(tenant_id: string): Promise<Event[]> {
  return (await itemsOfPartitions(...events.partitions({ tenant_id }))).map((item) => events.parse(item));
}

async function everyItem(partition: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { consistent: true, after });
    found.push(...page.items);
    after = page.after;
  } while (after);
  return found;
}
