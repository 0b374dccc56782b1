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
const RUSH = 180;
const PAGE = 15;

interface Timed {
  buyers: number;
  /** Paid orders, and orders whose page expired unpaid. */
  sold: number;
  unpaid: number;
  refused: number;
  /** Orders paid in time and yet refunded: must be none. */
  refunded: number;
  /** Most open pages and paid orders at any one time. */
  most: number;
  faults: Faults;
}

type Act = { at: number; run(at: number): Promise<Act[]> };

type Sale = { units: number; buyers: number; width: number };

/**
 * Buyers arrive over three hours of simulated time and check out concurrently. Half pay sooner or later, some decline and
 * try again, some return after their page expired. Throws if open pages and paid orders ever exceed the stock, if a
 * payment in time does not become a sale, if an expired hold blocks a buyer, or if the stock does not add up.
 */
export async function raceHolds(random: Random, { units, buyers, width }: Sale): Promise<Timed> {
  const shop = await openShop({ units });
  const all = await buyersOf(shop, shop.mug, buyers, () => 1);
  const faults = tableFaults(random, { crash: false });
  const told: Timed = { buyers, sold: 0, unpaid: 0, refused: 0, refunded: 0, most: 0, faults: faults.count };
  const world = { random, shop, told, strike: faults.strike };
  const begin = Math.floor(Date.now() / 1000);
  const acts: Act[] = all.map((buyer) => ({
    at: begin + random.int(RUSH * MINUTE),
    run: (at) => come(world, buyer, at),
  }));
  try {
    for (let turn = 0; acts.length > 0; turn++) {
      acts.sort((one, other) => one.at - other.at);
      const now = acts.splice(0, width);
      const at = now[0]?.at ?? 0;
      // Acts close in time run at once, at the latest of their times.
      const late = now.at(-1)?.at ?? at;
      const next = await inParallel(
        now.length,
        width,
        (index) => now[index]?.run(late) ?? Promise.resolve([]),
      );
      acts.push(...next.flat());
      if (turn % 5 === 0) await look(world, units, late);
      if (random.chance(0.05)) await tick(world, late);
    }
    const end = begin + 10 * RUSH * MINUTE;
    await sellOut(world, units, end);
  } finally {
    faults.stop();
  }
  await look(world, units, begin + 20 * RUSH * MINUTE);
  const found = await ordersOf(shop.id);
  told.sold = found.filter(({ status }) => status === "confirmed").length;
  told.refunded = found.filter(({ payment }) => payment.refunded + payment.refund_pending > 0).length;
  told.unpaid = found.filter(({ payment_status }) => payment_status === "expired").length;
  assert.equal(told.sold, units, "Units are left that nobody could buy.");
  assert.equal(told.refunded, 0, "A payment in time was refunded.");
  await auditStock(shop.id, [shop.mug], units);
  return told;
}

type World = { random: Random; shop: Shop; told: Timed; strike: ReturnType<typeof tableFaults>["strike"] };

async function come(world: World, buyer: Buyer, at: number): Promise<Act[]> {
  const { random } = world;
  const url = await buy(world, buyer, "credit_card", at);
  if (!url) return [];
  const after = (most: number) => at + 1 + random.int(most * MINUTE);
  const way = random.int(4);
  // Half pay: soon, or shortly before or after the page expires.
  if (way < 2)
    return [{ at: after(way === 0 ? 2 : PAGE + 2), run: (now) => pay(world, url, "approve", now) }];
  if (way === 2) return [];
  const declined = async (now: number) => {
    await pay(world, url, "decline", now);
    return [{ at: now + random.int(2 * PAGE * MINUTE), run: (then: number) => come(world, buyer, then) }];
  };
  return random.chance(0.5)
    ? [{ at: after(5), run: declined }]
    : [{ at: after(4 * PAGE), run: (now) => come(world, buyer, now) }];
}

async function buy({ shop, strike, told }: World, { token, cartId }: Buyer, method: string, at: number) {
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
    told.refused++;
    return undefined;
  }
}

async function pay(_world: World, url: string, decision: string, at: number): Promise<Act[]> {
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

async function tick({ shop }: World, at: number): Promise<void> {
  const ctx = testContext({ clock: () => at });
  const due = (await ordersOf(shop.id)).filter((order) => (dueOf(order) ?? at + 1) <= at);
  for (const { id } of due) await withRetries(() => processDueOrder(ctx, shop.id, id));
}

/** Asserts that open pages and paid orders never exceed the stock. */
async function look({ shop, told }: World, units: number, at: number): Promise<void> {
  const pages = (await itemsOfPartitions(...attempts.partitions({ tenant_id: shop.id }))).map((item) =>
    attempts.parse(item),
  );
  const open = pages.filter(({ status, expires_at }) => status === "open" && expires_at > at);
  const found = await ordersOf(shop.id);
  const sold = found.filter(({ payment }) => payment.captured > 0).length;
  const most = new Set(open.map(({ payment_id }) => payment_id)).size + sold;
  assert.ok(most <= units, `${most} of ${units} units could be paid at one time.`);
  told.most = Math.max(told.most, most);
}

// Hours later all unpaid units are for sale again, even if no tick has run.
async function sellOut(world: World, units: number, at: number): Promise<void> {
  const { shop } = world;
  const paid = (await ordersOf(shop.id)).filter(({ status }) => status === "confirmed").length;
  const late = await buyersOf(shop, shop.mug, units - paid + 2, () => 1);
  await inParallel(late.length, 8, async (index) => {
    const buyer = late[index];
    if (buyer) await buy(world, buyer, "cash", at);
  });
}
