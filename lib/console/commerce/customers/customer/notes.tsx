import { intentKey } from "@storefront-backend/client";
import { write } from "#console/shared/api/call.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Notes as NoteList } from "#console/shared/notes.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { t } from "./texts.ts";

export function Notes({ customer: { id: contactId, notes } }: { customer: Schemas["Customer"] }) {
  const may = useMay();
  const { id: store } = useStore();
  const add = useWrite("addCustomerNote", ["getCustomer"]);
  const adding = { ...add, send: (text: string) => add.send({ contactId }, { text }) };
  const deleteNote = (noteId: string) =>
    write("deleteCustomerNote", store, { contactId, noteId }, undefined, intentKey()).finally(() =>
      invalidateReads(store, ["getCustomer"]),
    );
  return (
    <NoteList
      notes={notes}
      adding={may("addCustomerNote") ? adding : undefined}
      canDelete={() => may("deleteCustomerNote")}
      deleteNote={deleteNote}
      emptyText={t.noNotes}
    />
  );
}
