import { recordName } from "#core/dynamo/record-name.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { rowKey } from "#core/rows/place.ts";
import type { RowIndex } from "#core/rows/read.ts";
import { listRows } from "#core/rows/table.ts";
import { DAY } from "#core/seconds.ts";
import { laneKey, readySums } from "#core/sums/read.ts";
import { sumRows } from "#core/sums/table.ts";
import { orderRows } from "#lib/commerce/orders/rows.ts";
import { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { Product } from "#lib/commerce/products/schema.ts";
import { products } from "#lib/commerce/products/table.ts";
import { customerTotals } from "#lib/engagement/customers/service.ts";
import { SUM_DEFINITIONS } from "#lib/system/sums/definitions.ts";
import { cardId } from "#lib/tenancy/visitors/card-id.ts";
import { customerRows } from "#lib/tenancy/visitors/rows.ts";
import { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contactEmails, contacts } from "#lib/tenancy/visitors/table.ts";
import { type Random, randomFrom } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { type Buyer, makeBuyer, makeOrder, makeProduct } from "./large-store-records.ts";
import type { MeteredTable } from "./metered-table.ts";

const HISTORY_SECONDS = 730 * DAY;
const CHUNK_SIZE = 500;

export type StoreSizes = { orders: number; customers: number; products: number };

export interface LargeStore {
  storeId: string;
  buyer: Buyer;
  /** An order from the middle of the store's two years. */
  order: Order;
}

/** Writes the records, list rows and customer totals that requests and workers would have written. */
export async function fillStore(table: MeteredTable, sizes: StoreSizes, seed: number): Promise<LargeStore> {
  const random = randomFrom(seed);
  const storeId = newId("store");
  const now = Math.floor(Date.now() / 1000);
  await table.during(() =>
    transact(testContext(), [...readySums(storeId, now, SUM_DEFINITIONS)]).then(() => undefined),
  );
  const buyers = await Promise.all(
    Array.from({ length: sizes.customers }, async (_, index) => {
      const buyer = makeBuyer(random, index);
      return { ...buyer, id: buyer.verified ? newId("con") : await cardId(storeId, buyer.email) };
    }),
  );
  const goods = fillProducts(table, storeId, sizes.products, random, now);
  const totals = new Map<string, Record<string, number>>();
  const made = fillOrders(table, { storeId, buyers, goods, totals, now }, sizes.orders, random);
  fillContacts(table, { storeId, buyers, totals, now }, random);
  const order = made;
  const buyer = buyers.find(({ id }) => id === order.customer_id);
  if (!buyer) throw new Error("Nobody ordered.");
  return { storeId, buyer, order };
}

function fillProducts(table: MeteredTable, store_id: string, count: number, random: Random, now: number) {
  const made = Array.from({ length: count }, (_, index) =>
    Product.parse(
      makeProduct(random, {
        store_id,
        index,
        at: now - HISTORY_SECONDS + Math.floor((index * HISTORY_SECONDS) / count),
      }),
    ),
  );
  forEachChunk(made, (some) => table.put(some.flatMap((product) => putItemsOf(products.create(product)))));
  return made;
}

interface StoreContext {
  storeId: string;
  buyers: readonly Buyer[];
  totals: Map<string, Record<string, number>>;
  now: number;
}

function fillOrders(
  table: MeteredTable,
  { storeId, buyers, goods, totals, now }: StoreContext & { goods: readonly Product[] },
  count: number,
  random: Random,
): Order {
  let middle: Order | undefined;
  const indexes = Array.from({ length: count }, (_, index) => index);
  forEachChunk(indexes, (some) => {
    const items = some.flatMap((index) => {
      const at = now - HISTORY_SECONDS + Math.floor((index * HISTORY_SECONDS) / count);
      const from = { store_id: storeId, index, count, at, buyer: random.pick(buyers), goods };
      const order = Order.parse(makeOrder(random, from));
      if (index === Math.floor(count / 2)) middle = order;
      const all = putItemsOf(orders.put(order));
      for (const item of all) addTotals(totals, item);
      return [...all, ...all.flatMap((item) => rowItems(storeId, orderRows, item))];
    });
    table.put(items);
  });
  if (!middle) throw new Error("There are no orders.");
  return middle;
}

function addTotals(totals: StoreContext["totals"], item: Record<string, unknown>): void {
  const source = customerTotals.sources.find(({ kind }) => kind === orders.name);
  for (const [row, measures] of Object.entries(source?.compute(item, "").contributions ?? {})) {
    const sums = totals.get(row) ?? {};
    for (const [name, amount] of Object.entries(measures)) sums[name] = (sums[name] ?? 0) + amount;
    totals.set(row, sums);
  }
}

function fillContacts(
  table: MeteredTable,
  { storeId, buyers, totals, now }: StoreContext,
  random: Random,
): void {
  forEachChunk(buyers, (some) =>
    table.put(some.flatMap((buyer, index) => contactItems(storeId, buyer, now - index * 60, random))),
  );
  const generation = `${customerTotals.name}-0`;
  forEachChunk([...totals], (some) =>
    table.put(
      some.map(([row, sums]) => ({
        ...laneKey({ tenantId: storeId, generation }, 0, row),
        _t: sumRows.name,
        ...sums,
      })),
    ),
  );
}

function contactItems(store_id: string, buyer: Buyer, at: number, random: Random) {
  const { id, email, name, phone, verified } = buyer;
  const contact = Contact.parse({
    ...{ id, store_id, email, name, phone, verified, status: "active", language: "en", is_customer: true },
    ...{ is_card: !verified, first_card_id: verified ? null : id, has_orders: random.int(10) > 0 },
    tags: random.int(50) === 0 ? ["vip"] : [],
    spent: { EUR: 100 * random.int(900) },
    ...{
      last_order_at: at - random.int(HISTORY_SECONDS),
      last_seen_at: at - (at % DAY) - DAY * random.int(700),
    },
    ...{ created_at: at - random.int(HISTORY_SECONDS), updated_at: at },
  });
  const item = putItemsOf(contacts.create(contact));
  const claim = verified ? putItemsOf(contactEmails.create({ store_id, email, contact_id: id })) : [];
  return [...item, ...claim, ...item.flatMap((each) => rowItems(store_id, customerRows, each))];
}

function rowItems<T extends object>(storeId: string, tally: RowIndex<T>, item: Record<string, unknown>) {
  const of = recordNameOf(storeId, item);
  const { rows = [] } = tally.of.compute(item, "");
  return rows.map(({ list, at, terms }) => ({
    ...rowKey(storeId, `${tally.name}-0`, { list, at, of }),
    ...{ _t: listRows.name, of, at, terms },
  }));
}

function recordNameOf(storeId: string, { pk, sk }: Record<string, unknown>): string {
  return recordName(storeId, { pk: String(pk), sk: String(sk) });
}

function putItemsOf(write: Write): Record<string, unknown>[] {
  return [write, ...(write.also ?? [])].flatMap(({ put }) => (put ? [put] : []));
}

function forEachChunk<T>(all: readonly T[], run: (some: readonly T[]) => void): void {
  for (let start = 0; start < all.length; start += CHUNK_SIZE) run(all.slice(start, start + CHUNK_SIZE));
}
