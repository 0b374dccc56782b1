import { DAY } from "#core/seconds.ts";
import type { Answer, SeedApi } from "#infra/local/seed/api.ts";
import { pauseWorkers } from "./pause-workers.ts";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const BUYERS = [
  "Grace Hopper",
  "Alan Turing",
  "Margaret Hamilton",
  "Linus Pauling",
  "Barbara Liskov",
] as const;

/** The state in which an order ends up. */
type Outcome =
  | "open"
  | "unpaid"
  | "paid"
  | "sent"
  | "completed"
  | "reduced"
  | "cancelled"
  | "refunded"
  | "abandoned";
const WEEK_OUTCOMES: readonly Outcome[] = [
  "completed",
  "refunded",
  "cancelled",
  "sent",
  "reduced",
  "paid",
  "unpaid",
  "paid",
  "abandoned",
  "abandoned",
  "open",
];

/** They would abandon a cart of last week, or end its payment page, between two requests. */
const DUE_WORKERS = ["processDueCarts", "processDueOrders", "processDuePayments"];

type Goods = { product_id: string; variant_id: string };

/** Creates a week of carts and orders in every status, and a bookable tasting. */
export async function seedOrders(api: SeedApi): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}`;
  const { items } = await api.get(`${path}/products`, { query: { limit: "20", in_stock: "true" } });
  const things = Array.isArray(items) ? items.map(goodsOf) : [];
  const now = Math.floor(Date.now() / 1000);
  const planned = WEEK_OUTCOMES.map((outcome, index) => {
    const days = outcome === "open" ? 0 : Math.max(1, 7 - index);
    const purchased = [things[index % things.length], things[(index * 3 + 1) % things.length]];
    return { outcome, at: now - days * DAY, buyer: BUYERS[index % BUYERS.length] ?? "", purchased };
  });
  const [tasting] = await Promise.all([
    openTasting(api),
    pauseWorkers(api.address, DUE_WORKERS, () => placeWeek(api, planned)),
  ]);
  const mug = things[0];
  Object.assign(api.variables, {
    MUG: mug?.product_id ?? "",
    VARIANT: mug?.variant_id ?? "",
    TASTING: tasting.service,
    PROVIDER: tasting.provider,
    SLOT: tasting.slot,
  });
  return [
    `${WEEK_OUTCOMES.length} carts and orders of a week: ${api.address}${path}/orders`,
    "a mug ($MUG, $VARIANT) and a tasting ($TASTING, $PROVIDER, $SLOT) to be bought in one checkout: see the guide of carts",
  ];
}

function goodsOf(product: Record<string, unknown>): Goods {
  const [variant] = Array.isArray(product.variants) ? product.variants : [];
  return { product_id: String(product.id), variant_id: String(Object(variant).id) };
}

async function openTasting(api: SeedApi) {
  const path = `/v1/businesses/${api.store.id}`;
  const workingDays = WEEKDAYS.map((day) => ({ day, workingHours: [{ from: 540, to: 1080 }] }));
  const provider = await api.post(`${path}/providers`, {
    body: { key: "mira", name: "Mira", workingTime: { workingDays } },
  });
  const service = await api.post(`${path}/services`, {
    body: {
      key: "tasting",
      name: "Coffee tasting",
      blocks: [
        { key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Coffee tasting", de: "Kaffeeverkostung" }] },
      ],
      prices: [
        { market: "eu", amount: 4500 },
        { market: "us", amount: 5200 },
      ],
      durations: [{ duration: 45 }],
      providers: [{ providerId: provider.id }],
      access: "public",
      status: "ACTIVE",
    },
  });
  return {
    service: service.id,
    provider: provider.id,
    slot: await freeSlot(api.get, api.store.id, service.id),
  };
}

/** The first free start time of a service from tomorrow on, in Unix seconds; empty if there is none. */
export async function freeSlot(get: SeedApi["get"], store: string, service: string): Promise<string> {
  const startTime = Math.floor(Date.now() / 1000) + DAY;
  const slots: unknown = await get(`/v1/businesses/${store}/services/${service}/available-slots`, {
    query: { startTime: String(startTime), endTime: String(startTime + 7 * DAY), limit: "1" },
  });
  const [slot] = Array.isArray(slots) ? slots : [];
  return String(Object(slot).startTime ?? "");
}

type PlannedOrder = { outcome: Outcome; at: number; buyer: string; purchased: (Goods | undefined)[] };

/** Fills the carts in parallel, but places the orders one by one, so that order numbers rise with the date. */
async function placeWeek(api: SeedApi, plans: PlannedOrder[]): Promise<void> {
  const carts = await Promise.all(plans.map(async (plan) => ({ plan, ...(await fillCart(api, plan)) })));
  const finishing: (() => Promise<void>)[] = [];
  for (const { plan, buy } of carts) {
    if (plan.outcome === "abandoned") continue;
    const order = await buy();
    finishing.push(() => finishOrder(api, plan, order));
  }
  await Promise.all(finishing.map((finish) => finish()));
}

const headersOf = ({ at }: PlannedOrder) => ({ "x-local-time": String(at) });
const isByCard = ({ outcome }: PlannedOrder) => ["paid", "refunded", "open", "completed"].includes(outcome);

async function fillCart(api: SeedApi, plan: PlannedOrder): Promise<{ buy: () => Promise<Answer> }> {
  const { buyer, purchased } = plan;
  const store = `/v1/storefront/${api.store.id}`;
  const headers = headersOf(plan);
  const identified = await api.post(`${store}/account/identify`, { token: null, headers, body: {} });
  const token = String(Object(identified.token).token);
  const cart = await api.post(`${store}/carts/current`, { token, headers, body: { market: "eu" } });
  const email = `${buyer.split(" ")[0]?.toLowerCase()}@example.com`;
  await api.put(`${store}/carts/${cart.id}`, {
    token,
    headers,
    body: {
      items: purchased.flatMap((thing, index) => (thing ? [{ ...thing, quantity: index + 1 }] : [])),
      shipping_address: {
        name: buyer,
        street1: "Torstr. 1",
        city: "Berlin",
        postal_code: "10119",
        country: "DE",
      },
      shipping_method_id: "parcel",
    },
  });
  const body = { payment_method_key: isByCard(plan) ? "credit_card" : "cash", email };
  return { buy: () => api.post(`${store}/carts/${cart.id}/checkout`, { token, headers, body }) };
}

/** Pays, sends, cancels or refunds an order until it has its planned outcome. */
async function finishOrder(api: SeedApi, plan: PlannedOrder, placed: Answer): Promise<void> {
  const { outcome } = plan;
  const headers = headersOf(plan);
  if (isByCard(plan) && outcome !== "open") {
    const page = new URLSearchParams({ decision: "approve" });
    await fetch(String(placed.checkoutUrl), { method: "POST", body: page, redirect: "manual", headers });
  }
  const id = String(placed.order_id);
  const path = `/v1/stores/${api.store.id}/orders/${id}`;
  const order = await api.get(path);
  const items: Answer[] = Array.isArray(order.items) ? order.items : [];
  const lines = items.map((item) => ({ order_item_id: item.id, quantity: Number(item.quantity) }));
  const change = (body: object) => api.put(path, { headers, body });
  const send = () =>
    api.post(`${path}/fulfil`, {
      headers,
      body: { lines, carrier: "DHL", tracking_number: `JD${id.slice(-8)}` },
    });
  if (outcome === "sent" || outcome === "completed") await send();
  if (outcome === "cancelled") await change({ cancel: { reason: "changed my mind" } });
  if (outcome === "reduced")
    await change({ items: [{ id: items[1]?.id, cancel_quantity: 1 }], reason: "the last one broke" });
  if (outcome === "refunded")
    await api.post(`${path}/refund`, { headers, body: { reason: "it came broken" } });
}
