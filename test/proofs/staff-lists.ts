import assert from "node:assert/strict";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import { orders as orderRoutes } from "#functions/commerce/orders/routes.ts";
import { products as productRoutes } from "#functions/commerce/products/routes.ts";
import { customers as customerRoutes } from "#functions/tenancy/customers/routes.ts";
import { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { Product } from "#lib/commerce/products/schema.ts";
import { products } from "#lib/commerce/products/table.ts";
import { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { type Buyer, makeBuyer, makeOrder, makeProduct } from "#test/bench/large-store-records.ts";
import { call, ok } from "#test/support/client.ts";
import type { Random } from "#test/support/random.ts";
import { bulkWrite } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, openStore, type TestStore } from "#test/support/world.ts";

type Query = Record<string, string>;
type Sort<T> = { field: string; of: (record: T) => string | number } & Partial<Filter<T>>;
type Filter<T> = { query: Query; fits: (record: T) => boolean };

/** A list of staff, and what it must answer, written without the code that stores and reads its rows. */
interface ListModel<T extends { id: string }> {
  operation: Operation;
  records: T[];
  sorts: readonly Sort<T>[];
  /** A filter of each kind, drawn anew. */
  filters: readonly (() => Filter<T>)[];
  words?: (record: T) => string[];
  /** Changes a record so that other filters match it. */
  change: (record: T) => Promise<unknown>;
}

const FEW_SECONDS = 40;
const TAGS = ["Gift", "VIP", "late", "Ärger"];

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function tokens(...texts: (string | null | undefined)[]): string[] {
  return texts.flatMap((text) => plain(text ?? "").split(/[^\p{L}\p{N}]+/u)).filter(Boolean);
}

function phoneBeginnings(phone: string | null | undefined): string[] {
  const digits = (phone ?? "").replace(/\D/g, "");
  return digits ? [digits, digits.replace(/^49/, "")] : [];
}

function emailBeginnings(email: string | null | undefined): string[] {
  return email ? [plain(email), plain(email.split("@")[0] ?? "")] : [];
}

/** Walks random combinations of filters, sorts and words of a list; returns how many records it met. */
export async function walkAtRandom<T extends { id: string }>(
  random: Random,
  { store, model, walks }: { store: TestStore; model: ListModel<T>; walks: number },
): Promise<number> {
  let met = 0;
  for (let walk = 0; walk < walks; walk++) met += await walkOnce(random, store, model, walk % 2 === 1);
  return met;
}

async function walkOnce<T extends { id: string }>(
  random: Random,
  store: TestStore,
  model: ListModel<T>,
  changes: boolean,
): Promise<number> {
  const filters = random
    .shuffled(model.filters)
    .slice(0, random.int(4))
    .map((draw) => draw());
  const sort = random.pick(model.sorts);
  const sort_direction = random.pick(["asc", "desc"]);
  const said = model.words && random.chance(0.4) ? drawWords(random, model.records, model.words) : [];
  const query: Query = {
    ...sort.query,
    ...Object.assign({}, ...filters.map((each) => each.query)),
    sort_field: sort.field,
    sort_direction,
    limit: String(1 + random.int(20)),
    ...(said.length > 0 ? { query: said.join(" ") } : {}),
  };
  const sign = sort_direction === "desc" ? -1 : 1;
  const compare = (one: T, other: T) => {
    const [left, right] = [sort.of(one), sort.of(other)];
    if (left === right) return sign * (one.id < other.id ? -1 : 1);
    return sign * (left < right ? -1 : 1);
  };
  const heard = said.map(plain);
  const expected = model.records
    .filter((record) => [sort, ...filters].every(({ fits }) => fits?.(record) ?? true))
    .filter((record) => {
      const own = heard.length > 0 ? (model.words?.(record) ?? []) : [];
      return heard.every((word) => own.some((each) => each.startsWith(word)));
    })
    .toSorted(compare)
    .map(({ id }) => id);
  const changed = new Set<string>();
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages === 0 || cursor; pages++) {
    assert.ok(pages < 300, `${JSON.stringify(query)} does not end`);
    const counts: Query = pages === 0 && "count" in shapeOf(model.operation) ? { count: "true" } : {};
    const page: Page = await pageOf(store, model.operation, {
      ...query,
      ...counts,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.items.map(({ id }) => id));
    if (page.count?.exact) assert.equal(page.count.value, expected.length, JSON.stringify(query));
    else if (page.count) assert.ok(page.count.value <= expected.length, JSON.stringify(query));
    cursor = page.cursor;
    if (changes && cursor) {
      const record = random.pick(model.records);
      changed.add(record.id);
      await model.change(record);
    }
  }
  const unchanged = (ids: string[]) => ids.filter((id) => !changed.has(id));
  assert.deepEqual(unchanged(seen), unchanged(expected), JSON.stringify(query));
  if (changed.size > 0) await waitForWorkers(store.id);
  return seen.length;
}

interface Page {
  items: { id: string }[];
  cursor: string | null;
  count?: { value: number; exact: boolean };
}

async function pageOf(
  { id: storeId, owner: as }: TestStore,
  operation: Operation,
  query: Query,
): Promise<Page> {
  const { status, body } = await call(operation, { params: { storeId }, as, query });
  assert.equal(status, 200, `${JSON.stringify(query)}: ${JSON.stringify(body)}`);
  return body as unknown as Page;
}

function shapeOf({ query }: Operation): object {
  return (query as unknown as { shape: object }).shape;
}

/** One or two beginnings of words of one record, or now and then one that nobody has. */
function drawWords<T>(random: Random, records: readonly T[], wordsOf: (record: T) => string[]): string[] {
  if (random.chance(0.1)) return ["nobodyhasthis"];
  const own = wordsOf(random.pick(records));
  const starts = Array.from({ length: 1 + random.int(2) }, () => {
    const word = random.pick(own);
    const start = [...word].slice(0, 1 + random.int(word.length)).join("");
    return random.chance(0.3) ? start.toUpperCase() : start;
  });
  // Digits in groups are one telephone number.
  return starts.every((start) => /^\d+$/.test(start)) ? starts.slice(0, 1) : starts;
}

interface RandomStore {
  store: TestStore;
  buyers: Buyer[];
  goods: Product[];
  since: number;
}

/** Opens a store with products, and customers to write orders for. */
export async function openRandomStore(random: Random, goodsCount: number): Promise<RandomStore> {
  const store = await openStore();
  const since = Math.floor(Date.now() / 1000) - 30 * DAY;
  const buyers = Array.from({ length: 25 }, (_, index) => ({
    ...makeBuyer(random, index),
    id: newId("con"),
  }));
  const goods = Array.from({ length: goodsCount }, (_, index) =>
    Product.parse({
      ...makeProduct(random, { store_id: store.id, index, at: since + random.int(FEW_SECONDS) }),
      updated_at: since + 100 + random.int(FEW_SECONDS),
    }),
  );
  await bulkWrite(goods.map((product) => products.create(product)));
  return { store, buyers, goods, since };
}

/** Waits until rows list all records. A worker that meets too many others puts its messages back for a while. */
async function rowsOfAll(store: TestStore, operation: Operation, query: Query, count: number): Promise<void> {
  await eventually(async () => {
    await waitForWorkers(store.id);
    const page = await pageOf(store, operation, { ...query, count: "true", limit: "1" });
    return page.count?.value === count;
  }, "the rows of all records");
}

/** Fills a store with orders, of which many have the same times and totals. */
export async function orderModel(
  random: Random,
  { store, buyers, goods, since }: RandomStore,
  count: number,
): Promise<ListModel<OrderView>> {
  const made = Array.from({ length: count }, (_, index) => {
    const at = since + random.int(FEW_SECONDS);
    const order = makeOrder(random, {
      ...{ store_id: store.id, index, count: random.pick([count, count * 200]), at },
      ...{ buyer: random.pick(buyers), goods },
    });
    return Order.parse({
      ...order,
      market: random.pick(["eu", "us"]),
      currency: random.pick(["EUR", "USD"]),
      payment_status: random.pick(["paid", "unpaid", "refunded"]),
      customer_id: random.pick([order.customer_id, null]),
      tags: random.shuffled(TAGS).slice(0, random.int(3)),
      items: order.items.map((item) => ({ ...item, service_id: random.pick([null, "srv_1", "srv_2"]) })),
      total: 100 * random.int(30),
      updated_at: at + random.int(FEW_SECONDS),
    });
  });
  await bulkWrite(made.map((order) => orders.put(order)));
  await rowsOfAll(store, orderRoutes.listOrders, { channels: "storefront,staff,import" }, count);
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  const records: OrderView[] = [];
  const reread = async ({ id }: { id: string }) =>
    ok(orderRoutes.getOrder, { params: { ...params, orderId: id }, as });
  for (const order of made) records.push(await reread(order));
  const among = (field: keyof OrderView, name: string, values: readonly string[]) => () => {
    const some = random.shuffled(values).slice(0, 1 + random.int(2));
    return {
      query: { [name]: some.join(",") },
      fits: (order: OrderView) => some.includes(String(order[field])),
    };
  };
  return {
    operation: orderRoutes.listOrders,
    records,
    sorts: [
      { field: "created_at", of: (order) => order.created_at },
      { field: "updated_at", of: (order) => order.updated_at },
      { field: "key", of: (order) => order.number },
      {
        field: "total",
        query: { currency: "EUR" },
        fits: ({ currency }) => currency === "EUR",
        of: (order) => order.total,
      },
    ],
    filters: [
      among("payment_status", "payment_statuses", ["paid", "unpaid", "refunded"]),
      among("fulfillment_status", "fulfillment_statuses", [
        "fulfilled",
        "unfulfilled",
        "partially_fulfilled",
      ]),
      among("status", "statuses", ["confirmed", "completed", "cancelled"]),
      among("market", "markets", ["eu", "us", "mars"]),
      among("channel", "channels", ["storefront", "staff", "import"]),
      () => {
        const some = random.shuffled(["ship", "pay", "collect", "none"] as const).slice(0, 1 + random.int(2));
        const fits = ({ to_do }: OrderView) =>
          some.some((each) => (each === "none" ? to_do.length === 0 : to_do.includes(each)));
        return { query: { to_do: some.join(",") }, fits };
      },
      () => {
        const some = random.shuffled(TAGS).slice(0, 1 + random.int(2));
        return {
          query: { tags: some.map((tag) => tag.toUpperCase()).join(",") },
          fits: ({ tags }) => some.every((tag) => tags.includes(tag)),
        };
      },
      () => {
        const { id } = random.pick(buyers);
        return { query: { customer_id: id }, fits: ({ customer_id }) => customer_id === id };
      },
      () => {
        const product = random.pick(goods).id;
        const service = random.pick(["srv_1", "srv_2"]);
        return {
          query: { product_ids: `${product},none`, service_ids: service },
          fits: ({ items }) =>
            items.some((item) => item.product_id === product && item.service_id === service),
        };
      },
      () => {
        const [from, to] = [100 * random.int(15), 1500 + 100 * random.int(15)];
        return {
          query: { currency: "EUR", total_from: String(from), total_to: String(to) },
          fits: ({ currency, total }) => currency === "EUR" && total >= from && total <= to,
        };
      },
      () => {
        const from = since + random.int(FEW_SECONDS);
        return { query: { created_at_from: String(from) }, fits: ({ created_at }) => created_at >= from };
      },
    ],
    words: ({ number, email, shipping_address, items }) => [
      number,
      ...emailBeginnings(email),
      ...tokens(shipping_address?.name),
      ...phoneBeginnings(shipping_address?.phone),
      ...items.flatMap(({ snapshot }) => [plain(snapshot.sku ?? ""), ...tokens(snapshot.name)]),
    ],
    change: async (order) => {
      const tags = random.shuffled(TAGS).slice(0, random.int(3));
      Object.assign(
        order,
        await ok(orderRoutes.tagOrder, { params: { ...params, orderId: order.id }, as, body: { tags } }),
      );
    },
  };
}

/** Fills a store with customers. */
export async function customerModel(
  random: Random,
  { store, buyers, since }: RandomStore,
): Promise<ListModel<Contact>> {
  const made = buyers.flatMap((buyer, index) =>
    [0, 1].map((copy) =>
      Contact.parse({
        ...{ id: copy === 0 ? buyer.id : newId("con"), store_id: store.id, name: buyer.name },
        ...{ email: `${copy}${buyer.email}`, phone: copy === 0 ? buyer.phone : null, language: "en" },
        ...{ verified: buyer.verified, status: "active", is_customer: true, has_orders: index % 3 > 0 },
        ...{ is_card: false, tags: random.shuffled(TAGS).slice(0, random.int(3)), last_seen_at: null },
        spent: index % 2 === 0 ? { EUR: 100 * random.int(5) } : {},
        last_order_at: since + random.int(5),
        ...{ created_at: since + random.int(FEW_SECONDS), updated_at: since + 100 + random.int(FEW_SECONDS) },
      }),
    ),
  );
  await bulkWrite(made.map((contact) => contacts.create(contact)));
  await rowsOfAll(store, customerRoutes.listCustomers, {}, made.length);
  const { id: storeId, owner: as } = store;
  return {
    operation: customerRoutes.listCustomers,
    records: made,
    sorts: [
      { field: "created_at", of: (contact) => contact.created_at },
      { field: "updated_at", of: (contact) => contact.updated_at },
      { field: "name", of: (contact) => plain(contact.name ?? "") },
      { field: "last_order_at", of: (contact) => contact.last_order_at ?? 0 },
    ],
    filters: [
      () => {
        const verified = random.chance(0.5);
        return { query: { verified: String(verified) }, fits: (contact) => contact.verified === verified };
      },
      () => {
        const has = random.chance(0.5);
        return { query: { has_orders: String(has) }, fits: ({ has_orders }) => has_orders === has };
      },
      () => {
        const some = random.shuffled(TAGS).slice(0, 1 + random.int(2));
        return {
          query: { tags: some.join(",").toLowerCase() },
          fits: ({ tags }) => some.every((tag) => tags.includes(tag)),
        };
      },
      () => {
        const { phone } = random.pick(buyers);
        const national = `0${phone.slice(4, 8 + random.int(8))}`;
        const digits = national.replace(/\D/g, "").slice(1);
        return {
          query: { phone: national },
          fits: (contact) => phoneBeginnings(contact.phone).some((each) => each.startsWith(digits)),
        };
      },
      () => {
        const { email } = random.pick(made);
        return { query: { email: (email ?? "").toUpperCase() }, fits: (contact) => contact.email === email };
      },
      () => {
        const to = since + random.int(FEW_SECONDS);
        return { query: { created_at_to: String(to) }, fits: ({ created_at }) => created_at <= to };
      },
    ],
    words: ({ name, email, phone }) => [
      ...emailBeginnings(email),
      ...tokens(name),
      ...phoneBeginnings(phone),
    ],
    change: async (contact) => {
      const tags = random.shuffled(TAGS).slice(0, random.int(3));
      const params = { storeId, contactId: contact.id };
      const { updated_at } = await ok(customerRoutes.updateCustomer, { params, as, body: { tags } });
      Object.assign(contact, { tags, updated_at });
    },
  };
}

export function productModel(random: Random, { store, goods }: RandomStore): ListModel<Product> {
  const { id: storeId, owner: as } = store;
  return {
    operation: productRoutes.listProducts,
    records: goods,
    sorts: [
      { field: "created_at", of: (product) => product.created_at },
      { field: "updated_at", of: (product) => product.updated_at },
      { field: "key", of: (product) => product.key },
    ],
    filters: [
      () => {
        const some = random.shuffled(["draft", "active", "archived"]).slice(0, 1 + random.int(2));
        return { query: { statuses: some.join(",") }, fits: ({ status }) => some.includes(status) };
      },
      () => {
        const to = 500 + random.int(9000);
        return {
          query: { price_to: String(to), market: "eu" },
          fits: ({ variants }) =>
            variants.some(({ prices }) =>
              prices.some(({ market, amount }) => market === "eu" && amount <= to),
            ),
        };
      },
    ],
    words: ({ key, variants }) => tokens(key, ...variants.map(({ sku }) => sku)),
    change: async (product) => {
      const status = random.pick(["draft", "active", "archived"] as const);
      const params = { storeId, productId: product.id };
      const { updated_at } = await ok(productRoutes.updateProduct, { params, as, body: { status } });
      Object.assign(product, { status, updated_at });
    },
  };
}
