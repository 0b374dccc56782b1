// What files a record under its customer, gives it to another one, and takes off it who that was.

import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import type { SharedSource } from "#core/rows/shared.ts";
import { indexReservation } from "#lib/booking/reservations/customer-index.ts";
import { isFirstBookingUnknown, recordFirstBooking } from "#lib/booking/reservations/first-sale.ts";
import { forgetReservation } from "#lib/booking/reservations/forget.ts";
import { moveReservationToMergedCustomer } from "#lib/booking/reservations/merged-customer.ts";
import {
  indexOrder,
  isFirstOrderUnknown,
  moveOrderToMergedCustomer,
  recordFirstOrder,
} from "#lib/commerce/orders/customer-index.ts";
import { forgetOrder } from "#lib/commerce/orders/forget.ts";
import {
  forgetSubmission,
  indexSubmission,
  moveSubmissionToMergedCustomer,
} from "#lib/content/forms/customer-index.ts";
import {
  forgetSubscriber,
  indexSubscriber,
  moveSubscriberToMergedCustomer,
} from "#lib/delivery/newsletters/customer-index.ts";
import {
  forgetConversation,
  indexConversation,
  moveConversationToMergedCustomer,
} from "#lib/engagement/support/customer-index.ts";
import type { ContactMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import {
  type IndexedRecord,
  indexedConversations,
  indexedOrders,
  indexedRecordOf,
  indexedReservations,
  indexedSubmissions,
  indexedSubscriptions,
  readIndexedRecords,
} from "./indexed-records.ts";

/** What can be done to a record as it is filed. */
export interface IndexActions {
  /** Files it where it is not filed yet. */
  index(ctx: Context): Promise<unknown>;
  /** Notes whether it was its customer's first sale, where that is to be said. */
  recordFirstSale?: ((ctx: Context) => Promise<void>) | undefined;
  moveToSurvivor(ctx: Context, joining: ContactMerge): Promise<boolean>;
  /** Deletes it with its customer, or takes off it who that was. */
  forget(ctx: Context, contactId: string): Promise<boolean>;
}

function filing<T extends object>(
  { source }: { source: SharedSource<T> },
  make: (record: T) => IndexActions,
) {
  const { kind } = source;
  return { kind, filingIn: (item: Record<string, unknown>) => make(source.parse(item)) };
}

// What is written down with a customer is the customer's own, and has none of this.
const FILINGS = [
  filing(indexedOrders, (order) => ({
    index: (ctx) => indexOrder(ctx, { tenant_id: order.store_id, record_id: order.id }),
    recordFirstSale: isFirstOrderUnknown(order)
      ? (ctx) => recordFirstOrder(ctx, order.store_id, order.id)
      : undefined,
    moveToSurvivor: (ctx, joining) => moveOrderToMergedCustomer(ctx, joining, order.id),
    forget: (ctx, contactId) => withRetries(() => forgetOrder(ctx, order.store_id, contactId, order.id)),
  })),
  filing(indexedReservations, (booked) => ({
    // One of an order is filed with the order.
    index: async (ctx) =>
      booked.orderId ?? indexReservation(ctx, { tenant_id: booked.businessId, record_id: booked.id }),
    recordFirstSale: isFirstBookingUnknown(booked)
      ? (ctx) => recordFirstBooking(ctx, booked.businessId, booked.id)
      : undefined,
    moveToSurvivor: (ctx, joining) => moveReservationToMergedCustomer(ctx, joining, booked.id),
    forget: (ctx, contactId) => forgetReservation(ctx, booked.businessId, booked.id, contactId),
  })),
  filing(indexedSubmissions, (key) => ({
    index: (ctx) => indexSubmission(ctx, key),
    moveToSurvivor: (ctx, joining) => moveSubmissionToMergedCustomer(ctx, joining, key),
    forget: (ctx, contactId) => forgetSubmission(ctx, key, contactId),
  })),
  filing(indexedConversations, (key) => ({
    index: (ctx) => indexConversation(ctx, key),
    moveToSurvivor: (ctx, joining) => moveConversationToMergedCustomer(ctx, joining, key),
    forget: (ctx, contactId) => forgetConversation(ctx, key, contactId),
  })),
  filing(indexedSubscriptions, (key) => ({
    index: (ctx) => indexSubscriber(ctx, key),
    moveToSurvivor: (ctx, joining) => moveSubscriberToMergedCustomer(ctx, joining, key),
    forget: (ctx, contactId) => forgetSubscriber(ctx, key, contactId),
  })),
];

/** Some records by their names, with what can be done to them as they are filed; those that are gone are left out. */
export async function readIndexActions(
  storeId: string,
  names: readonly string[],
): Promise<(IndexedRecord & IndexActions)[]> {
  const found = await readIndexedRecords(storeId, names);
  return [...found.values()].flatMap((filed) => withFiling(filed) ?? []);
}

/** A record with what can be done to it as it is filed; nothing where there is none, or it is not filed by itself. */
export function indexActionsOf(
  item: Record<string, unknown> | undefined,
): (IndexedRecord & IndexActions) | undefined {
  const filed = indexedRecordOf(item);
  return filed && withFiling(filed);
}

function withFiling({ item, ...filed }: IndexedRecord & { item: Record<string, unknown> }) {
  const known = FILINGS.find(({ kind }) => kind === item._t);
  return known && { ...filed, ...known.filingIn(item) };
}
