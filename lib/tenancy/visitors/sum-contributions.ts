import { sharedSource } from "#core/rows/shared.ts";
import type { ListedRow } from "#core/sums/declaration.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";

/** Contacts in lists that they share with other kinds of records. */
export function sharedContacts(rows: (contact: Contact) => ListedRow[]) {
  return sharedSource(contacts, rows, ({ created_at }) => String(created_at));
}
