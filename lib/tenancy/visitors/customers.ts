// Lists and reads customers for staff.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { GENERAL } from "#core/errors.ts";
import { list } from "#core/records/list.ts";
import { namedRecords } from "#core/rows/named-records.ts";
import { countRows, recordsByRows } from "#core/rows/page.ts";
import { numberSortKey } from "#core/rows/place.ts";
import type { RowsRequest } from "#core/rows/query.ts";
import { type RowsReading, rowsReading } from "#core/rows/read.ts";
import { startSums } from "#core/sums/start-sums.ts";
import { followMerges } from "./addresses.ts";
import type { CustomerPage, CustomerQuery, CustomerView } from "./customer-schema.ts";
import { customerRows, customerTerm, LAST_SEEN_SORT, spentSort } from "./rows.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { viewCustomer, viewCustomers } from "./view-customers.ts";

/** The customers of a store, newest first by default. */
export async function listCustomers(
  ctx: Context,
  storeId: string,
  query: CustomerQuery,
): Promise<CustomerPage> {
  const reading = await rowsReading(storeId, customerRows, ctx.now());
  const complete = reading?.isComplete ?? false;
  // A store that is older than customer rows has none. Its first list starts to build them.
  if (!reading) await startSums(ctx, storeId, customerRows);
  const found = query.ids
    ? await listByIds(ctx, storeId, query, query.ids)
    : await listByQuery(ctx, query, reading);
  const items = await viewCustomers(ctx, storeId, found.items);
  return { ...found, items, complete };
}

type Customers = Omit<CustomerPage, "items" | "complete"> & { items: Stored<Contact>[] };

async function listByQuery(
  ctx: Context,
  query: CustomerQuery,
  reading: RowsReading | undefined,
): Promise<Customers> {
  const { limit, cursor } = query;
  const asked = rowsQuery(query);
  if (!reading)
    return { items: [], cursor: null, ...(query.count ? { count: { value: 0, exact: false } } : {}) };
  const page = await list(ctx, { limit, cursor }, { source: recordsByRows(customerRows, reading, asked) });
  if (!query.count || cursor !== undefined) return page;
  return { ...page, count: await countRows(reading, asked) };
}

function rowsQuery(query: CustomerQuery): RowsRequest {
  const { sort_field = "created_at", sort_direction, currency = "", last_seen_from, last_seen_to } = query;
  const { email, tags = [], consent, verified, has_orders, phone } = query;
  const sort = sort_field === "spent" ? spentSort(currency) : sort_field;
  // A phone number is searched as one word, however it is grouped.
  const number = phone?.replace(/\(0\)|[^\d+]/g, "");
  const isRanged = last_seen_from !== undefined || last_seen_to !== undefined;
  return {
    needs: [
      ...(email ? [[customerTerm.email(email)]] : []),
      ...tags.map((tag) => [customerTerm.tag(tag)]),
      ...(consent ? [[customerTerm.consent(consent)]] : []),
      ...(verified === undefined ? [] : [[customerTerm.verified(verified)]]),
      ...(has_orders === undefined ? [] : [[customerTerm.orders(has_orders)]]),
    ],
    query: [query.query, number].filter(Boolean).join("\n") || undefined,
    ...(sort === "created_at" ? {} : { sort }),
    descending: sort_direction ? sort_direction === "desc" : sort_field !== "name",
    createdFrom: query.created_at_from,
    createdTo: query.created_at_to,
    ...(isRanged
      ? { range: { sort: LAST_SEEN_SORT, from: timeBound(last_seen_from), to: timeBound(last_seen_to) } }
      : {}),
  };
}

function timeBound(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : numberSortKey(seconds);
}

/** The customers among some ids that match the query. */
async function listByIds(
  ctx: Context,
  store_id: string,
  query: CustomerQuery,
  ids: readonly string[],
): Promise<Customers> {
  const found = await contacts.batchGet(
    [...new Set(ids)].map((id) => ({ store_id, id })),
    ctx,
  );
  const { limit, cursor, sort_field, sort_direction } = query;
  const isSorted = sort_field !== undefined || sort_direction !== undefined;
  const source = namedRecords(customerRows, found, rowsQuery(query), isSorted);
  const page = await list(ctx, { limit, cursor }, { source });
  if (!query.count || cursor !== undefined) return page;
  return { ...page, count: { value: source.onlyRecords?.records.length ?? 0, exact: true } };
}

/** A customer by id. A merged one returns the surviving one. */
export async function getCustomer(ctx: Context, storeId: string, id: string): Promise<CustomerView> {
  return viewCustomer(ctx, await currentCustomer(ctx, storeId, id));
}

async function currentCustomer(ctx: Context, store_id: string, id: string): Promise<Stored<Contact>> {
  const found = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (!found.merged_into_contact_id) return found;
  return (await followMerges({ store_id, contact_id: id })) ?? found;
}
