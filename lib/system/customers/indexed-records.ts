// Every kind of record in the customer index, and what a timeline shows of it.

import { keyName, keyOfItem, paddedNumber } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { keyOfName } from "#core/dynamo/record-name.ts";
import type { SharedSource } from "#core/rows/shared.ts";
import type { ListedRow } from "#core/sums/declaration.ts";
import { sharedReservationRows } from "#lib/booking/reservations/sum-contributions.ts";
import { sharedOrderRows } from "#lib/commerce/orders/sum-contributions.ts";
import { sharedSubmissionRows } from "#lib/content/forms/sum-contributions.ts";
import { sharedSubscriberRows } from "#lib/delivery/newsletters/sum-contributions.ts";
import { sharedConversationRows } from "#lib/engagement/support/sum-contributions.ts";
import { isListed } from "#lib/tenancy/visitors/states.ts";
import { sharedContacts } from "#lib/tenancy/visitors/sum-contributions.ts";
import { contactList, customerList } from "./lists.ts";
import { orderTimeline, reservationTimeline } from "./timeline-events.ts";
import type { RecordKind, TimelineEventType } from "./timeline-schema.ts";

/** A record of the customer index. */
export interface IndexedRecord {
  customer_id: string | null;
  /** The visitor to whom the record belongs, for kinds where that can differ from the customer. */
  contact_id: string | null;
  made_at: number;
  timeline: readonly { type: TimelineEventType; at: number }[];
  visibleFields: object;
}

interface IndexedKind<T extends object = never> {
  kind: RecordKind;
  source: SharedSource<T>;
  recordIn(item: Record<string, unknown>): IndexedRecord;
  rowsIn(item: Record<string, unknown>): ListedRow[];
}

function indexedKind<T extends object>(
  kind: RecordKind,
  declare: (rows: (record: T) => ListedRow[]) => SharedSource<T>,
  read: (record: T) => IndexedRecord,
): IndexedKind<T> {
  const rows = (record: T) => rowsOf(kind, read(record));
  const source = declare(rows);
  return {
    kind,
    source,
    recordIn: (item) => read(source.parse(item)),
    rowsIn: (item) => rows(source.parse(item)),
  };
}

function rowsOf(
  kind: RecordKind,
  { customer_id, contact_id, made_at, timeline }: IndexedRecord,
): ListedRow[] {
  const events = timeline.map(({ type, at }) => ({ at: `${paddedNumber(at)}-${type}`, terms: [kind, type] }));
  return [
    ...(customer_id ? events.map((row) => ({ list: customerList(customer_id), ...row })) : []),
    ...(contact_id ? [{ list: contactList(contact_id), at: paddedNumber(made_at), terms: [kind] }] : []),
  ];
}

export const indexedOrders = indexedKind("order", sharedOrderRows, (order) => {
  const { id, customer_id, contact_id, created_at: made_at } = order;
  const { number, status, payment_status, total, currency } = order;
  return {
    ...{ customer_id, contact_id, made_at },
    timeline: orderTimeline(order),
    visibleFields: { record_id: id, number, status, payment_status, total, currency },
  };
});

export const indexedReservations = indexedKind("reservation", sharedReservationRows, (reservation) => {
  const { id, customer_id, createdAt: made_at } = reservation;
  const { status, startTime: starts_at, total, currency } = reservation;
  return {
    ...{ customer_id, contact_id: null, made_at },
    timeline: reservationTimeline(reservation),
    visibleFields: { record_id: id, status, starts_at, total, currency },
  };
});

export const indexedSubmissions = indexedKind("submission", sharedSubmissionRows, (submission) => {
  const { id, form_id, customer_id, contact_id, created_at: made_at, fields } = submission;
  return {
    ...{ customer_id, contact_id, made_at },
    timeline: [{ type: "submission.created", at: made_at }],
    visibleFields: {
      record_id: id,
      form_id,
      fields: fields.map(({ key: name, value }) => ({ key: name, value })),
    },
  };
});

export const indexedConversations = indexedKind("conversation", sharedConversationRows, (conversation) => {
  const { id, customer_id, contact_id, created_at: made_at, status } = conversation;
  return {
    ...{ customer_id, contact_id, made_at },
    timeline: [{ type: "conversation.created", at: made_at }],
    visibleFields: { record_id: id, status },
  };
});

export const indexedSubscriptions = indexedKind("subscription", sharedSubscriberRows, (subscriber) => {
  const { id, collectionId, customer_id, createdAt: made_at, updatedAt, status } = subscriber;
  return {
    ...{ customer_id, contact_id: null, made_at },
    timeline: [
      { type: "subscription.created", at: made_at },
      ...(status === "CANCELLED" ? [{ type: "subscription.cancelled", at: updatedAt } as const] : []),
    ],
    visibleFields: { record_id: id, collection_id: collectionId, status },
  };
});

// A contact's notes and consents are in its own timeline; a merged contact is an entry in its survivor's.
const indexedContacts = indexedKind("contact", sharedContacts, (contact) => {
  const { id, created_at: made_at, merged_into_contact_id: into, joined_at, notes, consents } = contact;
  const isJoined = into && joined_at !== null;
  return {
    ...{ customer_id: isJoined ? into : isListed(contact) ? id : null, contact_id: null, made_at },
    timeline: isJoined
      ? [{ type: "contact.merged", at: joined_at }]
      : [
          { type: "contact.created", at: made_at },
          ...notes.map(({ created_at: at }) => ({ type: "contact.noted", at }) as const),
          ...consents.map(
            ({ state, at }) =>
              ({ type: state === "granted" ? "contact.granted" : "contact.withdrew", at }) as const,
          ),
        ],
    visibleFields: { record_id: id },
  };
});

export const INDEXED_KINDS = [
  indexedOrders,
  indexedReservations,
  indexedSubmissions,
  indexedConversations,
  indexedSubscriptions,
  indexedContacts,
];

interface FoundRecord extends IndexedRecord {
  item: Record<string, unknown>;
  rows: readonly ListedRow[];
}

/** Some records of the customer index by name; those that are gone or not indexed are left out. */
export async function readIndexedRecords(
  storeId: string,
  names: readonly string[],
): Promise<Map<string, FoundRecord>> {
  const items = await batchGetItems(
    names.map((name) => keyOfName(storeId, name)),
    true,
  );
  const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
  return new Map(
    names.flatMap((name) => {
      const record = indexedRecordOf(byKey.get(keyName(keyOfName(storeId, name))));
      return record ? [[name, record]] : [];
    }),
  );
}

/** The record in an item; `undefined` if there is no item, or its kind is not in the customer index. */
export function indexedRecordOf(item: Record<string, unknown> | undefined): FoundRecord | undefined {
  const kind = INDEXED_KINDS.find(({ source }) => source.kind === item?._t);
  return item && kind && { item, ...kind.recordIn(item), rows: kind.rowsIn(item) };
}
