import { DAY, HOUR } from "#core/seconds.ts";
import type { Answer, SeedApi } from "#infra/local/seed/api.ts";

/** How many people have bought how often. */
export interface HistorySize {
  customers: number;
  orders: number;
}

/** What the shop of the demo has: enough to look at, and little enough to wait for. `--orders 600` makes two full years. */
export const DEMO_HISTORY: HistorySize = { customers: 8, orders: 24 };
/** What a merchant has who works with it daily. */
export const LARGE_HISTORY: HistorySize = { customers: 20_000, orders: 50_000 };

const FIRST =
  "Anna Ben Clara David Emma Felix Gita Hugo Ida Jonas Kira Leo Mila Noah Olga Paul Rosa Simon Tara Viktor";
const LAST = "Adler Becker Cohen Diaz Engel Fuchs Gruber Hahn Ivanov Jansen";
const CITIES = [
  ["Berlin", "10119"],
  ["Hamburg", "20095"],
  ["Köln", "50667"],
  ["Leipzig", "04109"],
] as const;
const TAGS = ["regular", "wholesale", "gift"] as const;
/** Seconds before which all of it is: the week before now has its own. */
const UNTIL = 8 * DAY;
const SPAN = 730 * DAY;
/** Orders that are made, paid and sent before the next are begun. */
const BATCH = 40;
/** Of so many customers one was noted by staff, and of so many orders one is cancelled, and one gives money back. */
const EVERY = { noted: 10, cancelled: 19, refunded: 23 } as const;

interface Thing {
  product_id: string;
  variant_id: string;
}

interface Deal {
  at: number;
  buyer: number;
  items: (Thing & { quantity: number })[];
  isCancelled: boolean;
  isRefunded: boolean;
}

/** Two years of the shop: customers who came back, and what they bought, made by the API at a time in the past. */
export async function seedOrderHistory(api: SeedApi, size: HistorySize = DEMO_HISTORY): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}`;
  const { items } = await api.get(`${path}/products`, { query: { limit: "20" } });
  const things = Array.isArray(items) ? items.flatMap(thingsOf) : [];
  const now = Math.floor(Date.now() / 1000);
  await noteCustomers(api, size, now - UNTIL - SPAN);
  for (let start = 0; start < size.orders; start += BATCH) {
    const count = Math.min(BATCH, size.orders - start);
    await trade(
      api,
      Array.from({ length: count }, (_, index) => dealOf(start + index, size, things, now)),
    );
  }
  return [
    `${size.customers} customers: ${api.address}${path}/contacts`,
    `${size.orders} orders of two years: ${api.address}${path}/orders?to_do=none`,
  ];
}

/** The first variant of a product, if its units are counted. */
function thingsOf(product: Record<string, unknown>): Thing[] {
  const [variant] = Array.isArray(product.variants) ? product.variants : [];
  const { id, counted } = Object(variant);
  return counted ? [{ product_id: String(product.id), variant_id: String(id) }] : [];
}

/** The order of a place in the row: more of them lately, and a few customers who come often. */
function dealOf(
  index: number,
  { customers, orders }: HistorySize,
  things: readonly Thing[],
  now: number,
): Deal {
  const share = (index / orders) ** 0.7;
  const [often, second] = [(index * 7919) % 101, (index * 31) % 7];
  const wanted = [
    things[index % things.length],
    second < 3 ? things[(index * 3 + 1) % things.length] : undefined,
  ];
  return {
    at: now - UNTIL - Math.floor(SPAN * (1 - share)) + ((index * 37) % 9) * HOUR,
    buyer: index < customers ? index : Math.floor((often / 101) ** 2 * customers),
    items: wanted.flatMap((thing, place) => (thing ? [{ ...thing, quantity: place + 1 }] : [])),
    isCancelled: index % EVERY.cancelled === 0,
    isRefunded: index % EVERY.refunded === 1,
  };
}

function personOf(index: number) {
  const [first, last] = [FIRST.split(" "), LAST.split(" ")];
  const name = `${first[index % first.length]} ${last[Math.floor(index / first.length) % last.length]}`;
  const round = Math.floor(index / (first.length * last.length));
  const mailbox = name.toLowerCase().replace(" ", ".");
  return { name, email: `${mailbox}${round > 0 ? `.${round}` : ""}@example.com` };
}

/** What staff noted of some customers, before they bought anything. */
async function noteCustomers(api: SeedApi, { customers }: HistorySize, at: number): Promise<void> {
  const noted = Array.from({ length: Math.ceil(customers / EVERY.noted) }, (_, index) => index * EVERY.noted);
  for (let start = 0; start < noted.length; start += BATCH) {
    const some = noted.slice(start, start + BATCH);
    await Promise.all(
      some.map((index) => {
        const tags = [TAGS[(index / EVERY.noted) % TAGS.length]];
        const phone = `+49 30 ${1_000_000 + index * 37}`;
        const consents = [
          { channel: "email", state: "granted", at, how: "in_person", text: "News of the shop by mail." },
        ];
        const body = { ...personOf(index), phone, tags, consents };
        return api.post(`/v1/stores/${api.store.id}/contacts`, { headers: timeOf(at), body });
      }),
    );
  }
}

/** Sells some orders: what they take is put into stock first, so that the shelves are afterwards as they were. */
async function trade(api: SeedApi, deals: readonly Deal[]): Promise<void> {
  const path = `/v1/stores/${api.store.id}`;
  await restock(api, deals, 1);
  const ids = await Promise.all(deals.map((deal) => buy(api, deal)));
  const placed = deals.map((deal, index) => ({
    ...deal,
    path: `${path}/orders/${ids[index]}`,
    id: ids[index],
  }));
  await Promise.all(
    placed.map((order) =>
      api.put(order.path, {
        headers: timeOf(order.at + HOUR),
        body: order.isCancelled ? { cancel: { reason: "changed my mind" } } : { paid: true },
      }),
    ),
  );
  const cancelled = deals.filter(({ isCancelled }) => isCancelled);
  await restock(api, cancelled, -1);
  const sent = placed.filter(({ isCancelled }) => !isCancelled);
  const last = sent.at(-1)?.at ?? 0;
  await send(
    api,
    sent.map(({ id }) => String(id)),
    last + DAY,
  );
  await Promise.all(
    sent
      .filter(({ isRefunded }) => isRefunded)
      .map((order) =>
        api.post(`${order.path}/refund`, {
          headers: timeOf(last + 5 * DAY),
          body: { reason: "it came broken" },
        }),
      ),
  );
}

/** Sends some orders. What a busy machine does not reach in the time of one request comes with the next. */
async function send(api: SeedApi, ids: readonly string[], at: number): Promise<void> {
  let left = ids;
  while (left.length > 0) {
    const body = { action: "fulfil", ids: left };
    const path = `/v1/stores/${api.store.id}/orders/bulk`;
    const { results } = await api.post(path, { headers: timeOf(at), body });
    left = Array.isArray(results)
      ? results.flatMap(({ id, error }) => (error === "NOT_REACHED" ? [String(id)] : []))
      : [];
  }
}

/** Puts what some orders take into stock, or takes out what they gave back. */
async function restock(api: SeedApi, deals: readonly Deal[], sign: 1 | -1): Promise<void> {
  const sold = deals.flatMap(({ items }) => items);
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

async function buy(api: SeedApi, { at, buyer, items }: Deal): Promise<string> {
  const { name, email } = personOf(buyer);
  const [city, postal_code] = CITIES[buyer % CITIES.length] ?? CITIES[0];
  const placed: Answer = await api.post(`/v1/stores/${api.store.id}/orders`, {
    headers: timeOf(at),
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

function timeOf(at: number) {
  return { "x-local-time": String(at) };
}
