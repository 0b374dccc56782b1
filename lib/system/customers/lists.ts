// The lists of which the customer index consists, and how to read them.

import type { RowsReading } from "#core/rows/read.ts";
import { RowWalk } from "#core/rows/walk.ts";

/** Rows per read. */
const PAGE_ROWS = 50;

/** The list of a customer's records, and that of a contact's. */
export const customerList = (id: string) => `customer:${id}`;
export const contactList = (id: string) => `contact:${id}`;

/** Walks through the records of a customer, and for a visitor also those of the contact. */
export function walkCustomerRecords(reading: RowsReading, id: string, isVisitor: boolean): RowWalk {
  const lists = [customerList(id), ...(isVisitor ? [contactList(id)] : [])];
  return new RowWalk(
    reading,
    { lists, from: undefined, to: undefined },
    { descending: false, after: undefined, expected: () => PAGE_ROWS },
  );
}

/** The names of the next records of a walk; empty at its end. */
export async function nextRecordNames(walk: RowWalk): Promise<string[]> {
  const names = new Set<string>();
  while (names.size < PAGE_ROWS) {
    const row = await walk.next();
    if (!row) break;
    names.add(row.of);
  }
  return [...names];
}
