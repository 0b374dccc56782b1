import { intentKey } from "@storefront-backend/client";
import { NEW_ORDER, orderPath } from "#console/commerce/links.ts";
import { read, write } from "#console/shared/api/call.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import { confirm } from "#console/shared/dialog.tsx";
import type { BulkAction } from "#console/shared/list/bulk.tsx";
import { RecordList } from "#console/shared/list/list.tsx";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { ORDER_FIELDS } from "../fields.tsx";
import { ORDER_VIEWS } from "../search.ts";
import { sendableLines } from "../units.ts";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const bulk = useBulk();
  const make = may("createOrder") && (
    <span data-new>
      <LinkButton to={NEW_ORDER} primary>
        {t.newOrder}
      </LinkButton>
    </span>
  );
  return (
    <Frame title={t.title} actions={make}>
      <RecordList
        path="orders"
        name={t.name}
        operation="listOrders"
        fields={ORDER_FIELDS.all}
        titleColumn={{
          label: ["Order", "Bestellung"],
          name: ({ number }) => `#${number}`,
          to: ({ id }) => orderPath(id),
        }}
        views={ORDER_VIEWS}
        bulk={bulk}
        empty={make}
        canCount
      />
    </Frame>
  );
}

function useBulk(): BulkAction[] {
  const may = useMay();
  const { id: store } = useStore();
  if (!may("fulfilOrder")) return [];
  return [
    {
      label: t.fulfil,
      ask: async (ids) =>
        (await confirm({ title: t.fulfil, text: t.fulfilText(ids.length), yes: t.fulfil })) || undefined,
      perRecord: async (orderId) => {
        const lines = sendableLines(await read("getOrder", store, { orderId }));
        if (lines.length === 0) throw new Error(t.nothingToSend);
        await write("fulfilOrder", store, { orderId }, { lines }, intentKey());
      },
      after: () => void invalidateReads(store, ["listOrders", "getOrder"]),
    },
  ];
}
