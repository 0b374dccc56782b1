import { Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useState } from "react";
import { write } from "#console/shared/api/call.ts";
import { useWrite } from "#console/shared/api/hooks.ts";
import { outdate } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Failure } from "#console/shared/failure.tsx";
import { TagsInput } from "#console/shared/form/inputs.tsx";
import { Notes as Shown } from "#console/shared/notes.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { CHANGES } from "./changes.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

export function Notes({ order }: { order: Order }) {
  const may = useMay();
  const { id: store, accountId, role } = useStore();
  const { id: orderId, notes, tags } = order;
  const add = useWrite("addOrderNote", ["getOrder"]);
  const adding = { ...add, send: (text: string) => add.send({ orderId }, { text }) };
  const drop = (noteId: string) =>
    write("deleteOrderNote", store, { orderId, noteId }, undefined, intentKey()).finally(() =>
      outdate(store, ["getOrder"]),
    );
  // A member may delete only their own notes.
  const mayDrop = (author: string) =>
    may("deleteOrderNote") && (author === accountId || role === "admin" || role === "owner");
  return (
    <Shown
      notes={notes}
      adding={may("addOrderNote") ? adding : undefined}
      mayDrop={(note) => mayDrop(note.account_id)}
      drop={drop}
    >
      {may("tagOrder") ? <Tags order={order} /> : <Text>{tags.join(", ")}</Text>}
    </Shown>
  );
}

/** Shows changed tags at once, and the stored ones again if the API refuses. */
function Tags({ order }: { order: Order }) {
  const tag = useWrite("tagOrder", CHANGES);
  const [own, setOwn] = useState<string[]>();
  const put = async (value: unknown) => {
    const tags = Array.isArray(value) ? value.map(String) : [];
    setOwn(tags);
    await tag.send({ orderId: order.id }, { tags });
    setOwn(undefined);
  };
  return (
    <>
      <TagsInput label={t.tags} value={own ?? order.tags} set={(value) => void put(value)} />
      {tag.error !== undefined && <Failure error={tag.error} />}
    </>
  );
}
