import { orders } from "./table.ts";

/** Whether what an older entry names as its owner is there, where that is an order: `order:<id>`. */
export async function orderOwnerExists(storeId: string, owner: string): Promise<boolean> {
  const [, id] = /^order:(.+)$/.exec(owner) ?? [];
  return id === undefined || (await orders.find({ store_id: storeId, id })) !== undefined;
}
