import { sharedSource } from "#core/rows/shared.ts";
import type { ListedRow } from "#core/sums/declaration.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";

/** Contacts as a source of lists with several kinds of records. */
export function sharedContacts(rows: (contact: Contact) => ListedRow[]) {
  return sharedSource(contacts, rows, ({ created_at }) => String(created_at));
}
