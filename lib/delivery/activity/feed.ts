import type { Context } from "#core/context.ts";
import { openPage } from "#core/dynamo/list/page.ts";
import type { ListRequest, Page } from "#core/dynamo/list/rows.ts";
import { DEFAULT_PAGE_SIZE } from "#core/dynamo/read.ts";
import { announcedData, changedFields, type Event, events } from "#core/events.ts";
import type { StoreEvent, StoreEventQuery } from "./feed-schema.ts";

/** Most events per read and reads per page, if `type` or `actor` filters the events. */
const EVENTS_PER_READ = 100;
const MAX_READS = 3;

/**
 * The events of a store, of one kind of record or of one record, newest first. With `type` or `actor`, a page searches
 * at most 300 events, so it may have few items and still a cursor.
 */
export async function listStoreEvents(
  ctx: Context,
  storeId: string,
  query: StoreEventQuery,
): Promise<Page<StoreEvent>> {
  const { limit = DEFAULT_PAGE_SIZE, type, types = [], actor } = query;
  const isWanted = (event: Event) =>
    (type === undefined || event.type === type) &&
    (types.length === 0 || types.includes(event.type)) &&
    (actor === undefined || event.actor.id === actor);
  const isThinned = type !== undefined || types.length > 0 || actor !== undefined;
  const items: StoreEvent[] = [];
  let cursor = query.cursor ?? null;
  for (let reads = 0; reads < (isThinned ? MAX_READS : 1); reads++) {
    const request = listRequest(ctx, storeId, query, cursor ?? undefined);
    const page = await openPage(events, { ...request, limit: isThinned ? EVENTS_PER_READ : limit });
    const before = await eventBefore(query, { ...request, limit: 1, cursor: page.cursor ?? undefined });
    for (const [at, event] of page.items.entries()) {
      if (!isWanted(event)) continue;
      items.push(view(event, changesSince(query, event, page.items[at + 1] ?? before)));
      if (isThinned && items.length === limit) return { items, cursor: await page.cursorAfter(at + 1) };
    }
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return { items, cursor };
}

function listRequest(
  ctx: Context,
  tenant_id: string,
  query: StoreEventQuery,
  cursor: string | undefined,
): Omit<ListRequest, "limit"> {
  const { record, type, types, actor, created_at_from, created_at_to } = query;
  const { from = created_at_from, to = created_at_to } = query;
  const [resource, record_id] = record?.split(":") ?? [];
  const slots = { tenant_id, resource: resource ?? "" };
  // Typed, as the compiler checks no names in a spread.
  const place: Pick<ListRequest, "partitions" | "lists" | "index" | "coversPartition"> =
    resource === undefined
      ? { partitions: events.partitions({ tenant_id }), lists: [], coversPartition: true }
      : record_id === undefined
        ? { partitions: [], lists: [events.list(slots)] }
        : { partitions: [], lists: [events.child({ ...slots, record_id })], index: "child" };
  return {
    ...place,
    sort: "created_at",
    descending: true,
    cursor,
    idPrefix: "evt",
    createdFrom: from,
    createdTo: to,
    scope: [ctx.operation, tenant_id, record, type, types, actor],
  };
}

/** The event before the last one of a page, to find what changed; only for events of one record. */
async function eventBefore(query: StoreEventQuery, request: ListRequest): Promise<Event | undefined> {
  if (!query.record?.includes(":") || !request.cursor) return undefined;
  const { items } = await openPage(events, request);
  return items[0];
}

function changesSince({ record }: StoreEventQuery, event: Event, before: Event | undefined): string[] | null {
  if (!record?.includes(":") || !before) return null;
  return changedFields(announcedData(before), announcedData(event));
}

function view(event: Event, changed: string[] | null): StoreEvent {
  const { id, type, tenant_id, resource, record_id, sequence, actor, operation, request_id, at } = event;
  return {
    id,
    type,
    store_id: tenant_id,
    record: `${resource}:${record_id}`,
    sequence,
    actor,
    operation,
    request_id,
    data: announcedData(event),
    changed,
    created_at: at,
  };
}
