// The lists of rows that say what is filed under a customer, and what a contact has.

import type { RowsReading } from "#core/rows/read.ts";
import { RowWalk } from "#core/rows/walk.ts";

/** Rows of one look. */
const PAGE = 50;

/** The list of all that is filed under a customer, and that of all that is a contact's. */
export const customerList = (id: string) => `customer:${id}`;
export const contactList = (id: string) => `contact:${id}`;

/** A walk through what is filed under a customer; of a visitor also through what is the contact's. */
export function walkCustomerRecords(reading: RowsReading, id: string, isVisitors: boolean): RowWalk {
  const lists = [customerList(id), ...(isVisitors ? [contactList(id)] : [])];
  return new RowWalk(
    reading,
    { lists, from: undefined, to: undefined },
    { descending: false, after: undefined, expected: () => PAGE },
  );
}

/** The names of the next records of a walk; none where it is over. */
export async function nextRecordNames(walk: RowWalk): Promise<string[]> {
  const names = new Set<string>();
  while (names.size < PAGE) {
    const row = await walk.next();
    if (!row) break;
    names.add(row.of);
  }
  return [...names];
}
