import { DAY, HOUR } from "#core/seconds.ts";
import type { Answer, SeedApi } from "#infra/local/seed/api.ts";

export type HistorySize = { customers: number; orders: number };

/** The default size, small enough to wait for. `--orders 600` fills two years. */
export const DEMO_HISTORY: HistorySize = { customers: 8, orders: 24 };
/** The size of an established shop. */
export const LARGE_HISTORY: HistorySize = { customers: 20_000, orders: 50_000 };

const FIRST_NAMES =
  "Anna Ben Clara David Emma Felix Gita Hugo Ida Jonas Kira Leo Mila Noah Olga Paul Rosa Simon Tara Viktor";
const LAST_NAMES = "Adler Becker Cohen Diaz Engel Fuchs Gruber Hahn Ivanov Jansen";
const CITIES = [
  ["Berlin", "10119"],
  ["Hamburg", "20095"],
  ["Köln", "50667"],
  ["Leipzig", "04109"],
] as const;
const TAGS = ["regular", "wholesale", "gift"] as const;
/** Seconds since the newest order of this history. Another part of the seed places the orders after it. */
const NEWEST_AGE = 8 * DAY;
const SPAN_SECONDS = 730 * DAY;
/** How many different things are sold: a small history has fewer, so that some of them sell well. */
const MAX_GOODS = 20;
/** How many orders or contacts are created at the same time. */
const BATCH_SIZE = 40;
/**
 * Every 10th customer has a contact with tags and consent. Every 19th order is cancelled, and every 23rd is
 * refunded unless it is cancelled.
 */
const ONE_IN = { contact: 10, cancelled: 19, refunded: 23 } as const;

type StockedVariant = { product_id: string; variant_id: string };

interface PlannedOrder {
  at: number;
  buyer: number;
  items: (StockedVariant & { quantity: number })[];
  isCancelled: boolean;
  isRefunded: boolean;
}

/** Creates two years of orders with returning customers. The API gets each order's past time in a header. */
export async function seedOrderHistory(api: SeedApi, size: HistorySize = DEMO_HISTORY): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}`;
  const limit = Math.min(MAX_GOODS, 1 + Math.floor(size.orders / 3));
  const { items } = await api.get(`${path}/products`, { query: { limit: String(limit) } });
  const things = Array.isArray(items) ? items.flatMap(countedFirstVariant) : [];
  const now = Math.floor(Date.now() / 1000);
  await createContacts(api, size, now - NEWEST_AGE - SPAN_SECONDS);
  for (let start = 0; start < size.orders; start += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, size.orders - start);
    await placeOrders(
      api,
      Array.from({ length: count }, (_, index) => plannedOrder(start + index, size, things, now)),
    );
  }
  return [
    `${size.customers} customers: ${api.address}${path}/contacts`,
    `${size.orders} orders of two years: ${api.address}${path}/orders?to_do=none`,
  ];
}

/** A list with a product's first variant, or an empty list if its stock is not counted. */
function countedFirstVariant(product: Record<string, unknown>): StockedVariant[] {
  const [variant] = Array.isArray(product.variants) ? product.variants : [];
  const { id, counted } = Object(variant);
  return counted ? [{ product_id: String(product.id), variant_id: String(id) }] : [];
}

/** The order with this index. Recent orders are more frequent, and a few customers buy often. */
function plannedOrder(
  index: number,
  { customers, orders }: HistorySize,
  things: readonly StockedVariant[],
  now: number,
): PlannedOrder {
  const share = (index / orders) ** 0.7;
  const [often, second] = [(index * 7919) % 101, (index * 31) % 7];
  const purchased = [
    things[index % things.length],
    second < 3 ? things[(index * 3 + 1) % things.length] : undefined,
  ];
  return {
    at: now - NEWEST_AGE - Math.floor(SPAN_SECONDS * (1 - share)) + ((index * 37) % 9) * HOUR,
    buyer: index < customers ? index : Math.floor((often / 101) ** 2 * customers),
    items: purchased.flatMap((thing, place) => (thing ? [{ ...thing, quantity: place + 1 }] : [])),
    isCancelled: index % ONE_IN.cancelled === 0,
    isRefunded: index % ONE_IN.refunded === 1,
  };
}

function customerOf(index: number) {
  const [first, last] = [FIRST_NAMES.split(" "), LAST_NAMES.split(" ")];
  const name = `${first[index % first.length]} ${last[Math.floor(index / first.length) % last.length]}`;
  const round = Math.floor(index / (first.length * last.length));
  const mailbox = name.toLowerCase().replace(" ", ".");
  return { name, email: `${mailbox}${round > 0 ? `.${round}` : ""}@example.com` };
}

/** Creates contacts with tags, a phone number and a consent for some customers. */
async function createContacts(api: SeedApi, { customers }: HistorySize, at: number): Promise<void> {
  const indexes = Array.from(
    { length: Math.ceil(customers / ONE_IN.contact) },
    (_, index) => index * ONE_IN.contact,
  );
  for (let start = 0; start < indexes.length; start += BATCH_SIZE) {
    const some = indexes.slice(start, start + BATCH_SIZE);
    await Promise.all(
      some.map((index) => {
        const tags = [TAGS[(index / ONE_IN.contact) % TAGS.length]];
        const phone = `+49 30 ${1_000_000 + index * 37}`;
        const consents = [
          { channel: "email", state: "granted", at, how: "in_person", text: "News of the shop by mail." },
        ];
        const body = { ...customerOf(index), phone, tags, consents };
        return api.post(`/v1/stores/${api.store.id}/contacts`, { headers: clockHeader(at), body });
      }),
    );
  }
}

/** Places orders. Adds their units to stock first, so that stock is unchanged at the end. */
async function placeOrders(api: SeedApi, plans: readonly PlannedOrder[]): Promise<void> {
  const path = `/v1/stores/${api.store.id}`;
  await restock(api, plans, 1);
  const ids = await Promise.all(plans.map((plan) => placeOrder(api, plan)));
  const placed = plans.map((plan, index) => ({
    ...plan,
    path: `${path}/orders/${ids[index]}`,
    id: ids[index],
  }));
  await Promise.all(
    placed.map((order) =>
      api.put(order.path, {
        headers: clockHeader(order.at + HOUR),
        body: order.isCancelled ? { cancel: { reason: "changed my mind" } } : { paid: true },
      }),
    ),
  );
  const cancelled = plans.filter(({ isCancelled }) => isCancelled);
  await restock(api, cancelled, -1);
  const sent = placed.filter(({ isCancelled }) => !isCancelled);
  const last = sent.at(-1)?.at ?? 0;
  await fulfillOrders(
    api,
    sent.map(({ id }) => String(id)),
    last + DAY,
  );
  await Promise.all(
    sent
      .filter(({ isRefunded }) => isRefunded)
      .map((order) =>
        api.post(`${order.path}/refund`, {
          headers: clockHeader(last + 5 * DAY),
          body: { reason: "it came broken" },
        }),
      ),
  );
}

/** Fulfills orders in bulk. Repeats the request for orders for which the API had no time. */
async function fulfillOrders(api: SeedApi, ids: readonly string[], at: number): Promise<void> {
  let remaining = ids;
  while (remaining.length > 0) {
    const body = { action: "fulfil", ids: remaining };
    const path = `/v1/stores/${api.store.id}/orders/bulk`;
    const { results } = await api.post(path, { headers: clockHeader(at), body });
    remaining = Array.isArray(results)
      ? results.flatMap(({ id, error }) => (error === "NOT_REACHED" ? [String(id)] : []))
      : [];
  }
}

/** Adds the units of orders to stock. A `sign` of -1 removes them, after a cancellation returned them to stock. */
async function restock(api: SeedApi, plans: readonly PlannedOrder[], sign: 1 | -1): Promise<void> {
  const sold = plans.flatMap(({ items }) => items);
  const stocks = Map.groupBy(sold, ({ variant_id }) => variant_id);
  await Promise.all(
    [...stocks.values()].map(([thing, ...more]) => {
      const delta = more.reduce((sum, { quantity }) => sum + quantity, thing?.quantity ?? 0);
      return api.put(`/v1/stores/${api.store.id}/products/${thing?.product_id}/inventory`, {
        body: { variant_id: thing?.variant_id, delta: sign * delta },
      });
    }),
  );
}

async function placeOrder(api: SeedApi, { at, buyer, items }: PlannedOrder): Promise<string> {
  const { name, email } = customerOf(buyer);
  const [city, postal_code] = CITIES[buyer % CITIES.length] ?? CITIES[0];
  const placed: Answer = await api.post(`/v1/stores/${api.store.id}/orders`, {
    headers: clockHeader(at),
    body: {
      email,
      market: "eu",
      items,
      payment_method_key: "cash",
      shipping_method_id: "parcel",
      shipping_address: { name, street1: `Lindenstr. ${(buyer % 90) + 1}`, city, postal_code, country: "DE" },
    },
  });
  return String(placed.order_id);
}

function clockHeader(at: number) {
  return { "x-local-time": String(at) };
}
