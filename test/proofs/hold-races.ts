import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { MINUTE } from "#core/seconds.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { payments as doors } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { dueOf } from "#lib/commerce/orders/lifecycle.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { auditStock, ordersOf } from "#test/support/orders.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { testContext } from "#test/support/world.ts";
import { type Buyer, buyersOf } from "./stock-races.ts";
import { type Faults, tableFaults } from "./table-faults.ts";

const CHECKOUT = { ...storefrontCarts.checkoutVisitorCart, timeout: 600 };
/** Minutes in which all buyers arrive, and minutes for which a payment page is open. */
const RUSH_MINUTES = 180;
const PAGE_MINUTES = 15;

interface HoldTotals {
  buyers: number;
  /** Paid orders, and orders whose page expired unpaid. */
  sold: number;
  unpaid: number;
  refused: number;
  /** Orders paid in time but refunded: must be zero. */
  refunded: number;
  /** Most open pages and paid orders at any one time. */
  most: number;
  faults: Faults;
}

type TimedAct = { at: number; run(at: number): Promise<TimedAct[]> };

type SaleOptions = { units: number; buyers: number; width: number };

/**
 * Buyers arrive over three hours of simulated time and check out concurrently. Half pay sooner or later, some decline and
 * try again, some return after their page expired. Throws if open pages and paid orders ever exceed the stock, if a
 * payment in time does not become a sale, if an expired hold blocks a buyer, or if the stock does not add up.
 */
export async function raceHolds(random: Random, { units, buyers, width }: SaleOptions): Promise<HoldTotals> {
  const shop = await openShop({ units });
  const all = await buyersOf(shop, shop.mug, buyers, () => 1);
  const faults = tableFaults(random, { crash: false });
  const totals: HoldTotals = {
    buyers,
    sold: 0,
    unpaid: 0,
    refused: 0,
    refunded: 0,
    most: 0,
    faults: faults.count,
  };
  const world = { random, shop, totals, strike: faults.strike };
  const begin = Math.floor(Date.now() / 1000);
  const acts: TimedAct[] = all.map((buyer) => ({
    at: begin + random.int(RUSH_MINUTES * MINUTE),
    run: (at) => visitShop(world, buyer, at),
  }));
  try {
    for (let turn = 0; acts.length > 0; turn++) {
      acts.sort((one, other) => one.at - other.at);
      const now = acts.splice(0, width);
      const at = now[0]?.at ?? 0;
      // Acts close in time run concurrently, all at the time of the last one.
      const late = now.at(-1)?.at ?? at;
      const next = await inParallel(
        now.length,
        width,
        (index) => now[index]?.run(late) ?? Promise.resolve([]),
      );
      acts.push(...next.flat());
      if (turn % 5 === 0) await checkStockLimit(world, units, late);
      if (random.chance(0.05)) await runTick(world, late);
    }
    const end = begin + 10 * RUSH_MINUTES * MINUTE;
    await buyRest(world, units, end);
  } finally {
    faults.stop();
  }
  await checkStockLimit(world, units, begin + 20 * RUSH_MINUTES * MINUTE);
  const found = await ordersOf(shop.id);
  totals.sold = found.filter(({ status }) => status === "confirmed").length;
  totals.refunded = found.filter(({ payment }) => payment.refunded + payment.refund_pending > 0).length;
  totals.unpaid = found.filter(({ payment_status }) => payment_status === "expired").length;
  assert.equal(totals.sold, units, "Units are left that nobody could buy.");
  assert.equal(totals.refunded, 0, "A payment in time was refunded.");
  await auditStock(shop.id, [shop.mug], units);
  return totals;
}

interface HoldWorld {
  random: Random;
  shop: Shop;
  totals: HoldTotals;
  strike: ReturnType<typeof tableFaults>["strike"];
}

async function visitShop(world: HoldWorld, buyer: Buyer, at: number): Promise<TimedAct[]> {
  const { random } = world;
  const url = await checkOutUnit(world, buyer, "credit_card", at);
  if (!url) return [];
  const after = (most: number) => at + 1 + random.int(most * MINUTE);
  const choice = random.int(4);
  // Half of the buyers pay: soon, or shortly before or after the page expires.
  if (choice < 2)
    return [
      {
        at: after(choice === 0 ? 2 : PAGE_MINUTES + 2),
        run: (now) => decidePage(url, "approve", now),
      },
    ];
  if (choice === 2) return [];
  const declined = async (now: number) => {
    await decidePage(url, "decline", now);
    return [
      {
        at: now + random.int(2 * PAGE_MINUTES * MINUTE),
        run: (then: number) => visitShop(world, buyer, then),
      },
    ];
  };
  return random.chance(0.5)
    ? [{ at: after(5), run: declined }]
    : [{ at: after(4 * PAGE_MINUTES), run: (now) => visitShop(world, buyer, now) }];
}

async function checkOutUnit(
  { shop, strike, totals }: HoldWorld,
  { token, cartId }: Buyer,
  method: string,
  at: number,
) {
  const body = JSON.stringify({ payment_method_key: method, email: "grace@example.com" });
  for (;;) {
    const { result } = await strike(() =>
      invokeDirect(CHECKOUT, {
        params: { storeId: shop.id, cartId },
        body,
        token,
        headers: { "x-local-time": String(at) },
      }),
    );
    if (result.status === 409) continue;
    if (result.status < 300) {
      const { checkoutUrl }: { checkoutUrl: string | null } = JSON.parse(result.body);
      return checkoutUrl ?? undefined;
    }
    const { error }: { error: string } = JSON.parse(result.body);
    assert.equal(error, "PRODUCT.INSUFFICIENT_STOCK", result.body);
    totals.refused++;
    return undefined;
  }
}

async function decidePage(url: string, decision: string, at: number): Promise<TimedAct[]> {
  const { status, body } = await invokeDirect(
    { ...doors.decideSandboxCheckout, timeout: 600 },
    {
      params: { checkoutId: url.slice(url.lastIndexOf("/") + 1) },
      body: `decision=${decision}`,
      headers: { "content-type": "application/x-www-form-urlencoded", "x-local-time": String(at) },
    },
  );
  assert.ok(status < 400, body);
  return [];
}

async function runTick({ shop }: HoldWorld, at: number): Promise<void> {
  const ctx = testContext({ clock: () => at });
  const due = (await ordersOf(shop.id)).filter((order) => (dueOf(order) ?? at + 1) <= at);
  for (const { id } of due) await withRetries(() => processDueOrder(ctx, shop.id, id));
}

/** Asserts that open pages and paid orders never exceed the stock. */
async function checkStockLimit({ shop, totals }: HoldWorld, units: number, at: number): Promise<void> {
  const pages = (await itemsOfPartitions(...attempts.partitions({ tenant_id: shop.id }))).map((item) =>
    attempts.parse(item),
  );
  const open = pages.filter(({ status, expires_at }) => status === "open" && expires_at > at);
  const found = await ordersOf(shop.id);
  const sold = found.filter(({ payment }) => payment.captured > 0).length;
  const most = new Set(open.map(({ payment_id }) => payment_id)).size + sold;
  assert.ok(most <= units, `${most} of ${units} units could be paid at one time.`);
  totals.most = Math.max(totals.most, most);
}

// Hours later all unpaid units are for sale again, even if no tick has run.
async function buyRest(world: HoldWorld, units: number, at: number): Promise<void> {
  const { shop } = world;
  const paid = (await ordersOf(shop.id)).filter(({ status }) => status === "confirmed").length;
  const late = await buyersOf(shop, shop.mug, units - paid + 2, () => 1);
  await inParallel(late.length, 8, async (index) => {
    const buyer = late[index];
    if (buyer) await checkOutUnit(world, buyer, "cash", at);
  });
}
