import { Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useState } from "react";
import { write } from "#console/shared/api/call.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Failure } from "#console/shared/failure.tsx";
import { TagsInput } from "#console/shared/form/inputs.tsx";
import { Notes as NoteList } from "#console/shared/notes.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { ORDER_READS } from "./order-reads.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

export function Notes({ order }: { order: Order }) {
  const may = useMay();
  const { id: store, accountId, role } = useStore();
  const { id: orderId, notes, tags } = order;
  const add = useWrite("addOrderNote", ["getOrder"]);
  const adding = { ...add, send: (text: string) => add.send({ orderId }, { text }) };
  const deleteNote = (noteId: string) =>
    write("deleteOrderNote", store, { orderId, noteId }, undefined, intentKey()).finally(() =>
      invalidateReads(store, ["getOrder"]),
    );
  // A member may delete only their own notes.
  const canDelete = (author: string) =>
    may("deleteOrderNote") && (author === accountId || role === "admin" || role === "owner");
  return (
    <NoteList
      notes={notes}
      adding={may("addOrderNote") ? adding : undefined}
      canDelete={(note) => canDelete(note.account_id)}
      deleteNote={deleteNote}
    >
      {may("tagOrder") ? <Tags order={order} /> : <Text>{tags.join(", ")}</Text>}
    </NoteList>
  );
}

/** Shows changed tags at once, and the stored ones again if the API refuses. */
function Tags({ order }: { order: Order }) {
  const tag = useWrite("tagOrder", ORDER_READS);
  const [unsaved, setUnsaved] = useState<string[]>();
  const saveTags = async (value: unknown) => {
    const tags = Array.isArray(value) ? value.map(String) : [];
    setUnsaved(tags);
    await tag.send({ orderId: order.id }, { tags });
    setUnsaved(undefined);
  };
  return (
    <>
      <TagsInput label={t.tags} value={unsaved ?? order.tags} set={(value) => void saveTags(value)} />
      {tag.error !== undefined && <Failure error={tag.error} />}
    </>
  );
}
