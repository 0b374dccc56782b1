import type { Context } from "#core/context.ts";
import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import { DEFAULT_PAGE_SIZE } from "#core/dynamo/read.ts";
import { rowsReading } from "#core/rows/read.ts";
import { type FoundRow, RowWalk } from "#core/rows/walk.ts";
import { unmergedCustomer } from "#lib/tenancy/visitors/unmerged-contact.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { readIndexedRecords } from "./indexed-records.ts";
import { customerList } from "./lists.ts";
import {
  type CustomerTimeline,
  RECORD_KINDS,
  TIMELINE_EVENT_TYPES,
  type TimelineEntry,
  type TimelineQuery,
} from "./timeline-schema.ts";

/** Most index rows that are read for one page. */
const MAX_ROWS_READ = 1000;

/** What happened between a store and a customer, newest first. Only an ADMIN sees submitted form fields. */
export async function getTimeline(
  ctx: Context,
  storeId: string,
  id: string,
  { kinds, from, to, limit = DEFAULT_PAGE_SIZE, cursor }: TimelineQuery,
): Promise<CustomerTimeline> {
  const customer = await unmergedCustomer(ctx, storeId, id);
  const seesFields = await ctx.may("ADMIN", storeId);
  const reading = await rowsReading(storeId, CUSTOMER_INDEX, ctx.now());
  if (!reading) return { items: [], cursor: null, complete: false };
  const binding = [ctx.operation, storeId, id, kinds ?? null, from ?? null, to ?? null];
  const start = await openCursor<{ place: string }>(cursor, binding);
  const lists = [customer.id, ...customer.merging_ids].map(customerList);
  const range = {
    from: from === undefined ? undefined : paddedNumber(from),
    // A row's position continues after its time, so the end of the range must be one second later.
    to: to === undefined ? undefined : paddedNumber(to + 1),
  };
  const walk = new RowWalk(
    reading,
    { lists, ...range },
    { descending: true, after: start?.place, expected: (taken) => limit + 1 + taken },
  );
  const { rows, next } = await nextRows(walk, limit, kinds);
  const items = await entriesOf(storeId, rows, { lists, seesFields });
  const sealed = next === undefined ? null : await sealCursor({ place: next }, binding);
  return { items, cursor: sealed, complete: reading.isComplete };
}

/** The next rows of some kinds, and the position after which there are more. */
async function nextRows(walk: RowWalk, limit: number, kinds: readonly string[] | undefined) {
  const rows: FoundRow[] = [];
  let last: string | undefined;
  for (let looked = 0; ; looked++) {
    const row = await walk.next();
    if (!row) return { rows, next: undefined };
    if (rows.length === limit || looked === MAX_ROWS_READ) return { rows, next: last };
    last = row.place;
    if (!kinds?.length || kinds.some((kind) => row.terms.includes(kind))) rows.push(row);
  }
}

/** The timeline entries of some rows. Rows that no longer match their record are left out. */
async function entriesOf(
  storeId: string,
  rows: readonly FoundRow[],
  { lists, seesFields }: { lists: readonly string[]; seesFields: boolean },
): Promise<TimelineEntry[]> {
  const found = await readIndexedRecords(storeId, [...new Set(rows.map(({ of }) => of))]);
  return rows.flatMap(({ of, place, terms }): TimelineEntry[] => {
    const record = found.get(of);
    const kind = RECORD_KINDS.find((each) => terms.includes(each));
    const type = TIMELINE_EVENT_TYPES.find((each) => terms.includes(each));
    const isThere = record?.rows.some(({ list, at }) => lists.includes(list) && place.startsWith(`${at}#`));
    if (!record || !isThere || !kind || !type) return [];
    const { fields, record_id, ...shown }: Partial<TimelineEntry> = record.visibleFields;
    const id = record_id ?? "";
    const entry = {
      id: `${id}.${type}.${leadingNumber(place)}`,
      at: leadingNumber(place),
      kind,
      type,
      record_id: id,
    };
    return [{ ...entry, ...shown, ...(fields && seesFields ? { fields } : {}) }];
  });
}
