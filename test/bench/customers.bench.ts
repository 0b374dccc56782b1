import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { wakeUpsOf } from "#core/queue/send-wake-ups.ts";
import { rowIndex, rowsSource } from "#core/rows/declaration.ts";
import type { Aggregate } from "#core/sums/declaration.ts";
import { maintainSums } from "#core/sums/service.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { OrderQuery } from "#lib/commerce/orders/request-schema.ts";
import { listingOf, orderRows } from "#lib/commerce/orders/rows.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { listOrders } from "#lib/commerce/orders/service.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { ProductQuery } from "#lib/commerce/products/schema.ts";
import { listProducts } from "#lib/commerce/products/service.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { CustomerQuery } from "#lib/tenancy/visitors/customer-schema.ts";
import { listCustomers } from "#lib/tenancy/visitors/customers.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { testContext } from "#test/support/world.ts";
import { invoke, sourceHandler } from "./handlers.ts";
import { fillStore, type LargeStore, type StoreSizes } from "./large-store.ts";
import { roundTripsOf, tableCalls, textTable, unitsOf, withoutOutput } from "./measure.ts";
import { type MeteredCost, MeteredTable } from "./metered-table.ts";

export const name = "customers: lists of orders, customers and products in a large store, by calls and units";

const ORDERS = Number(process.env.BENCH_RECORDS ?? 50_000);
const SEED = 28;
/** What a page of 50 may cost with one filter, sort or search word, and with several. */
const PAGE_BUDGETS = { one: { trips: 4, read: 120 }, several: { trips: 8, read: 250 } } as const;
/** Most times that a page may cost what it costs in a store a tenth of the size. */
const MAX_GROWTH = 1.25;

interface ListCase {
  label: string;
  /** Set if the list is known to exceed its budget: see the limits in the guide of products. */
  known?: true;
  budget: keyof typeof PAGE_BUDGETS;
  ask: (ctx: Context) => Promise<{ items: unknown[]; count?: unknown }>;
}

/** Prints figures beside their budgets and throws if one is exceeded. */
export async function run(): Promise<string> {
  const large = await measureLists(sizesOf(ORDERS));
  const small = await measureLists(sizesOf(ORDERS / 10));
  const rows = [["a page of 50", "found", "trips", "RCU", "budget", "RCU at a tenth", ""]];
  const broken: string[] = [];
  for (const [index, { asked, cost, found }] of large.lists.entries()) {
    const tenth = small.lists[index];
    if (!tenth) continue;
    const wrong = budgetErrors(cost, found === tenth.found ? tenth.cost : cost, asked.budget);
    if (wrong && !asked.known) broken.push(`${asked.label}: ${wrong}`);
    const { trips, read } = PAGE_BUDGETS[asked.budget];
    const cells = [
      String(cost.trips),
      String(cost.read),
      `${trips} in ${read}`,
      String(tenth.cost.read),
      wrong,
    ];
    rows.push([asked.label, found, ...cells]);
  }
  const text = [textTable(rows), large.rowCosts, await checkCheckout()].join("\n\n");
  if (broken.length > 0) throw new Error(`${text}\n\nNot held:\n${broken.join("\n")}`);
  return text;
}

function sizesOf(count: number): StoreSizes {
  return { orders: count, customers: count * 0.4, products: count * 0.1 };
}

function budgetErrors({ trips, read }: MeteredCost, tenth: MeteredCost, budget: ListCase["budget"]): string {
  const most = PAGE_BUDGETS[budget];
  const wrong = [
    trips > most.trips ? "too many trips" : "",
    read > most.read ? "too many units" : "",
    read > tenth.read * MAX_GROWTH ? "grows with the store" : "",
  ];
  return wrong.filter(Boolean).join(", ");
}

type MeasuredList = { asked: ListCase; cost: MeteredCost; found: string };

async function measureLists(sizes: StoreSizes): Promise<{ lists: MeasuredList[]; rowCosts: string }> {
  const table = new MeteredTable();
  const store = await fillStore(table, sizes, SEED);
  const lists: MeasuredList[] = [];
  for (const asked of listCasesOf(store)) {
    const ctx = testContext();
    // The first call makes the process cache which sums are read.
    await table.during(() => asked.ask(ctx));
    const { result, cost } = await table.during(() => asked.ask(ctx));
    const count = result.count ? ` of ${JSON.stringify(result.count)}` : "";
    lists.push({ asked, cost, found: `${result.items.length}${count}` });
  }
  return { lists, rowCosts: await rowCostsOf(table, store) };
}

function listCasesOf({ storeId, order, buyer }: LargeStore): ListCase[] {
  const of =
    <Query>(
      what: string,
      schema: { parse(query: unknown): Query },
      read: (ctx: Context, storeId: string, query: Query) => ReturnType<ListCase["ask"]>,
    ) =>
    (budget: ListCase["budget"], query: Record<string, string>): ListCase => ({
      label: `${what} ${new URLSearchParams(query)}`,
      budget,
      ask: (ctx) => read(ctx, storeId, schema.parse({ ...query, limit: "50" })),
    });
  const ofOrders = of("orders", OrderQuery, listOrders);
  const ofCustomers = of("customers", CustomerQuery, listCustomers);
  const ofProducts = of("products", ProductQuery, listProducts);
  const [first = "", middle = "", last = ""] = buyer.name.split(" ");
  return [
    ofOrders("one", {}),
    ofOrders("one", { to_do: "ship" }),
    ofOrders("one", { payment_statuses: "refunded" }),
    ofOrders("one", { tags: "gift" }),
    ofOrders("one", { channels: "staff" }),
    ofOrders("one", { customer_id: buyer.id }),
    ofOrders("one", { statuses: "cancelled" }),
    ofOrders("one", { sort_field: "total", currency: "EUR" }),
    ofOrders("one", { query: order.number }),
    ofOrders("one", { query: buyer.email }),
    ofOrders("one", { query: first }),
    ofOrders("one", { query: buyer.phone }),
    ofOrders("several", { to_do: "ship", fulfillment_statuses: "partially_fulfilled", count: "true" }),
    ofOrders("several", { query: `${first} ${last}`, payment_statuses: "paid", count: "true" }),
    ofOrders("several", { tags: "gift", sort_field: "total", currency: "EUR", total_from: "5000" }),
    ofOrders("several", { query: last, sort_field: "total", currency: "EUR" }),
    ofCustomers("one", {}),
    ofCustomers("one", { tags: "vip" }),
    ofCustomers("one", { verified: "true" }),
    ofCustomers("one", { email: buyer.email }),
    ofCustomers("one", { has_orders: "false" }),
    ofCustomers("one", { sort_field: "name" }),
    ofCustomers("one", { sort_field: "spent", currency: "EUR" }),
    ofCustomers("one", { sort_field: "last_order_at" }),
    ofCustomers("one", { query: buyer.email }),
    ofCustomers("one", { query: first }),
    ofCustomers("one", { phone: buyer.phone }),
    ofCustomers("several", { tags: "vip", sort_field: "spent", currency: "EUR", count: "true" }),
    ofCustomers("several", { query: `${first} ${middle}`, verified: "true", count: "true" }),
    ofCustomers("several", { query: last, has_orders: "true", sort_field: "name" }),
    ofProducts("one", {}),
    ofProducts("one", { status: "draft" }),
    ofProducts("one", { sort_field: "key" }),
    { ...ofProducts("one", { query: "stone" }), known: true },
    ofProducts("one", { price_to: "3000", market: "eu" }),
    ofProducts("several", { query: "mug", status: "active", sort_field: "updated_at" }),
    { ...ofProducts("several", { query: "oak tray", price_to: "3000", market: "eu" }), known: true },
  ];
}

/** Costs of an order's list rows, with and without search words, when it is created and when it is fulfilled. */
async function rowCostsOf(table: MeteredTable, { storeId, order }: LargeStore): Promise<string> {
  const wordless = rowIndex(
    orderRows,
    rowsSource(orders, (each) => ({ ...listingOf(each), words: [] })),
  );
  const rows = [["rows of one order, by the stream's workers", "trips", "RCU", "WCU"]];
  for (const [label, tally] of [["with words", orderRows] as const, ["without", wordless] as const]) {
    const id = `${order.id.slice(0, -2)}${label.length}`;
    const made: Order = {
      ...order,
      id,
      number: "behind",
      status: "confirmed",
      fulfillment_status: "unfulfilled",
    };
    const key = { store_id: storeId, id: made.id };
    await table.during(() => transact(testContext(), [orders.create(made)]));
    const created = await countingCost(table, tally, key);
    await table.during(async () => {
      const before = await orders.find(key);
      if (!before) throw new Error("There is no order.");
      const after: Order = {
        ...before,
        status: "completed",
        fulfillment_status: "fulfilled",
        updated_at: before.updated_at + 60,
      };
      await transact(testContext(), [orders.replace(before, after)]);
    });
    const changed = await countingCost(table, tally, key);
    rows.push([`new, ${label}`, String(created.trips), String(created.read), String(created.write)]);
    rows.push([`changed, ${label}`, String(changed.trips), String(changed.read), String(changed.write)]);
  }
  return textTable(rows);
}

async function countingCost(table: MeteredTable, tally: Aggregate, key: { store_id: string; id: string }) {
  const wakeUps = wakeUpsOf([{ kind: orders.name, ...orders.key(key) }]);
  const keeper = maintainSums([tally], { tenantChecks: checkTenantExists });
  const { cost, result } = await table.during(() => keeper.count(testContext(), wakeUps));
  if (result.size > 0) throw new Error("The rows of an order could not be written.");
  return cost;
}

/** Checks that a checkout leaves list rows and sums to workers. */
async function checkCheckout(): Promise<string> {
  const shop = await openShop({ units: 1000 });
  const checkout = storefrontCarts.checkoutVisitorCart;
  const handler = await sourceHandler(checkout);
  const ask = async () => {
    const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
    const request = { params: { storeId: shop.id, cartId: cart.id }, token: as.token, body: BY_CARD };
    return withoutOutput(() => tableCalls(() => invoke(handler, checkout, request)));
  };
  await ask();
  const calls = await ask();
  const written = calls.flatMap(({ input }) => kindsIn(input));
  const early = written.filter((kind) => WORKER_KINDS.includes(kind));
  if (early.length > 0) throw new Error(`A checkout writes ${early.join(", ")}.`);
  return `A checkout takes ${roundTripsOf(calls)} round trips, ${unitsOf(calls, false)} RCU and ${unitsOf(calls, true)} WCU. It writes ${written.join(", ")}: none of what lists and totals are made of.`;
}

const WORKER_KINDS = ["list_row", "sum_mark", "sum", "contact"];

function kindsIn(input: object): string[] {
  const { TransactItems = [], Item } = input as {
    TransactItems?: { Put?: { Item?: Record<string, unknown> } }[];
    Item?: Record<string, unknown>;
  };
  const items = [Item, ...TransactItems.map(({ Put }) => Put?.Item)];
  return items.flatMap((item) => (item ? [String(item._t)] : []));
}
