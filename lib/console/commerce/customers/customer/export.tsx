import { read } from "#console/shared/api/call.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { ExportButton } from "#console/shared/export-button.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { t } from "./texts.ts";

/** Exports all data of a customer, to answer a request under privacy law. */
export function ExportData({ customer }: { customer: Schemas["Customer"] }) {
  const may = useMay();
  const { id: store, key } = useStore();
  if (!may("getCustomerTimeline") || !may("updateCustomer")) return null;
  const contactId = customer.id;
  const make = async () => {
    const record = await read("getCustomer", store, { contactId });
    const orders = await readAllPages((cursor) =>
      read("listOrders", store, {}, { customer_id: contactId, limit: 100, cursor } as never),
    );
    const timeline = await readAllPages((cursor) =>
      read("getCustomerTimeline", store, { contactId }, { limit: 100, ...(cursor ? { cursor } : {}) }),
    );
    const text = JSON.stringify({ customer: record, orders, timeline }, undefined, 2);
    return new Blob([text], { type: "application/json" });
  };
  return <ExportButton label={t.exportData} name={`${key}-${contactId}.json`} createFile={make} />;
}

async function readAllPages<T>(
  readPage: (cursor: string | undefined) => Promise<{ items: readonly T[]; cursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const { items, cursor: next } = await readPage(cursor);
    all.push(...items);
    cursor = next ?? undefined;
  } while (cursor);
  return all;
}
