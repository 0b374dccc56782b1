// Per kind of record: how it is indexed under its customer, moved to another one, and anonymized.

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
  deleteSubmission,
  indexSubmission,
  moveSubmissionToMergedCustomer,
} from "#lib/content/forms/customer-index.ts";
import {
  deleteSubscription,
  indexSubscriber,
  moveSubscriberToMergedCustomer,
} from "#lib/delivery/newsletters/customer-index.ts";
import {
  deleteConversation,
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

/** What can be done to a record of the customer index. */
export interface IndexActions {
  /** Assigns a customer if the record has none yet. */
  index(ctx: Context): Promise<unknown>;
  /** Records whether the record was its customer's first sale; absent if that is known or does not apply. */
  recordFirstSale?: ((ctx: Context) => Promise<void>) | undefined;
  moveToSurvivor(ctx: Context, merge: ContactMerge): Promise<boolean>;
  /** Whether the visitor who sent it stays: its deletion would delete the record. */
  keepsSender?: boolean;
  /** Deletes the record, or removes the customer from it. */
  forget(ctx: Context, contactId: string): Promise<boolean>;
}

function actionsFor<T extends object>(
  { source }: { source: SharedSource<T> },
  make: (record: T) => IndexActions,
) {
  const { kind } = source;
  return { kind, actionsIn: (item: Record<string, unknown>) => make(source.parse(item)) };
}

// Contacts have no actions here, because the merge itself changes them.
const ACTIONS_BY_KIND = [
  actionsFor(indexedOrders, (order) => ({
    index: (ctx) => withRetries(() => indexOrder(ctx, { tenant_id: order.store_id, record_id: order.id })),
    recordFirstSale: isFirstOrderUnknown(order)
      ? (ctx) => recordFirstOrder(ctx, order.store_id, order.id)
      : undefined,
    moveToSurvivor: (ctx, merge) => moveOrderToMergedCustomer(ctx, merge, order.id),
    forget: (ctx, contactId) => withRetries(() => forgetOrder(ctx, order.store_id, contactId, order.id)),
  })),
  actionsFor(indexedReservations, (booked) => ({
    // A reservation of an order is indexed with the order.
    index: async (ctx) =>
      booked.orderId ??
      withRetries(() => indexReservation(ctx, { tenant_id: booked.businessId, record_id: booked.id })),
    recordFirstSale: isFirstBookingUnknown(booked)
      ? (ctx) => recordFirstBooking(ctx, booked.businessId, booked.id)
      : undefined,
    moveToSurvivor: (ctx, merge) => moveReservationToMergedCustomer(ctx, merge, booked.id),
    forget: (ctx, contactId) => forgetReservation(ctx, booked.businessId, booked.id, contactId),
  })),
  actionsFor(indexedSubmissions, (key) => ({
    index: (ctx) => indexSubmission(ctx, key),
    moveToSurvivor: (ctx, merge) => moveSubmissionToMergedCustomer(ctx, merge, key),
    forget: (ctx, contactId) => deleteSubmission(ctx, key, contactId),
    keepsSender: true,
  })),
  actionsFor(indexedConversations, (key) => ({
    index: (ctx) => indexConversation(ctx, key),
    moveToSurvivor: (ctx, merge) => moveConversationToMergedCustomer(ctx, merge, key),
    forget: (ctx, contactId) => deleteConversation(ctx, key, contactId),
    keepsSender: true,
  })),
  actionsFor(indexedSubscriptions, (key) => ({
    index: (ctx) => indexSubscriber(ctx, key),
    moveToSurvivor: (ctx, merge) => moveSubscriberToMergedCustomer(ctx, merge, key),
    forget: (ctx, contactId) => deleteSubscription(ctx, key, contactId),
  })),
];

/** The index actions of some records by name. Records that no longer exist are left out. */
export async function readIndexActions(
  storeId: string,
  names: readonly string[],
): Promise<(IndexedRecord & IndexActions)[]> {
  const found = await readIndexedRecords(storeId, names);
  return [...found.values()].flatMap((record) => withActions(record) ?? []);
}

/** The index actions of the record in an item; `undefined` if there is no item, or its kind has none. */
export function indexActionsOf(
  item: Record<string, unknown> | undefined,
): (IndexedRecord & IndexActions) | undefined {
  const record = indexedRecordOf(item);
  return record && withActions(record);
}

function withActions({ item, ...record }: IndexedRecord & { item: Record<string, unknown> }) {
  const known = ACTIONS_BY_KIND.find(({ kind }) => kind === item._t);
  return known && { ...record, ...known.actionsIn(item) };
}
