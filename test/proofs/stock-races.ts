import assert from "node:assert/strict";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { hash, newAddressedToken } from "#core/seal.ts";
import { HOUR } from "#core/seconds.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { newCart } from "#lib/commerce/carts/record.ts";
import type { CartLine } from "#lib/commerce/carts/schema.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { ok } from "#test/support/client.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { auditStock, ordersOf, stockOf } from "#test/support/orders.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { BERLIN, type Goods, openShop, type Shop } from "#test/support/shop.ts";
import { testContext } from "#test/support/world.ts";
import { type Faults, tableFaults } from "./table-faults.ts";

/** All checkouts share this process, so the function's usual timeout would be too short. */
const CHECKOUT = { ...storefrontCarts.checkoutVisitorCart, timeout: 600 };

export type Buyer = { token: string; cartId: string };

interface StockTotals {
  buyers: number;
  sold: number;
  refused: number;
  /** Checkouts killed between two calls and tried again. */
  died: number;
  faults: Faults;
}

interface SaleOptions {
  units: number;
  buyers: number;
  /** Buyers at a time. */
  width: number;
  /** Most units a buyer wants. */
  most?: number;
  card?: boolean;
  /** Locations that stock the units, and lines of each cart. */
  places?: number;
  lines?: number;
  /** Whether more may be sold than is in stock. */
  backorder?: boolean;
}

/**
 * Lets more buyers than units check out under the faults of `tableFaults`. Throws if too much is sold, if units are left
 * that a buyer was refused, if a refusal is anything but INSUFFICIENT_STOCK, or if stock and orders differ.
 */
export async function raceStock(
  random: Random,
  { units, buyers, width, most = 1, card = false, places = 1, lines = 1, backorder = false }: SaleOptions,
): Promise<StockTotals> {
  const shop = await openShop({ units: units - Math.floor(units / places) * (places - 1) });
  await spreadStock(shop, Math.floor(units / places), places - 1, backorder);
  const all = await buyersOf(shop, shop.mug, buyers, () => 1 + random.int(most), lines);
  const faults = tableFaults(random);
  const totals: StockTotals = { buyers, sold: 0, refused: 0, died: 0, faults: faults.count };
  try {
    await inParallel(buyers, width, async (index) => {
      const buyer = all[index];
      if (!buyer) return;
      const body = { payment_method_key: card ? "credit_card" : "cash", email: "grace@example.com" };
      const reply = await buyOnce(shop, buyer, body, faults.strike, totals);
      if (reply.status < 300) totals.sold++;
      else {
        const refusal: { error: string; validationErrors: unknown[] } = JSON.parse(reply.body);
        assert.equal(refusal.error, "PRODUCT.INSUFFICIENT_STOCK", reply.body);
        assert.ok(refusal.validationErrors.length > 0, reply.body);
        totals.refused++;
      }
    });
  } finally {
    faults.stop();
  }
  const left = await stockOf(shop.id, shop.mug);
  assert.ok(backorder || left.available >= 0, JSON.stringify(left));
  assert.equal(left.available + left.reserved, units, JSON.stringify(left));
  // Units may be left only if they are fewer than a refused buyer wanted.
  assert.ok(totals.refused === 0 || left.available < most * lines, `${left.available} units are left.`);
  assert.ok(!backorder || totals.refused === 0, "Somebody was refused what may be oversold.");
  await auditStock(shop.id, [shop.mug], units);
  await checkOneOrderEach(shop.id, all);
  return totals;
}

/** Resells units whose holds have expired, before any job frees them. */
export async function resellExpired(
  random: Random,
  { units, buyers, width }: SaleOptions,
): Promise<{ first: number; second: number }> {
  const shop = await openShop({ units });
  const all = await buyersOf(shop, shop.mug, buyers, () => 1);
  const body = { payment_method_key: "credit_card", email: "grace@example.com" };
  const now = Math.floor(Date.now() / 1000);
  const faults = tableFaults(random);
  const totals: StockTotals = { buyers, sold: 0, refused: 0, died: 0, faults: faults.count };
  const round = async (from: number, to: number, at: number) => {
    let sold = 0;
    await inParallel(to - from, width, async (index) => {
      const buyer = all[from + index];
      const reply = buyer && (await buyOnce(shop, buyer, body, faults.strike, totals, at));
      if (reply && reply.status < 300) sold++;
    });
    return sold;
  };
  try {
    const half = Math.floor(buyers / 2);
    const first = await round(0, half, now);
    // No buyer has paid, and an hour later all holds have expired.
    const second = await round(half, buyers, now + HOUR);
    assert.equal(second, Math.min(units, buyers - half), "An expired hold blocked a buyer.");
    await auditStock(shop.id, [shop.mug], units);
    return { first, second };
  } finally {
    faults.stop();
  }
}

async function spreadStock(shop: Shop, available: number, places: number, backorder: boolean): Promise<void> {
  const params = { storeId: shop.id };
  const at = { params: { ...params, productId: shop.mug.product_id }, as: shop.owner };
  const { variant_id } = shop.mug;
  for (let place = 0; place < places; place++) {
    const body = { key: `place-${place}` };
    const { id: location_id } = await ok(locations.createLocation, { params, as: shop.owner, body });
    await ok(products.changeInventory, { ...at, body: { variant_id, location_id, available } });
  }
  if (backorder) await ok(products.changeInventory, { ...at, body: { variant_id, backorder } });
}

async function checkOneOrderEach(storeId: string, all: readonly Buyer[]): Promise<void> {
  const live = (await ordersOf(storeId)).filter(({ status }) => status !== "cancelled");
  const numbers = live.map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length, "A number was given twice.");
  for (const { cartId } of all) {
    const mine = live.filter(({ source_cart_id }) => source_cart_id === cartId);
    assert.ok(mine.length <= 1, `${cartId} became ${mine.length} orders.`);
  }
}

type Strike = ReturnType<typeof tableFaults>["strike"];

// A checkout whose process died is sent again, as a client would.
async function buyOnce(
  shop: Shop,
  buyer: Buyer,
  body: object,
  strike: Strike,
  totals: StockTotals,
  at?: number,
): Promise<DirectReply> {
  for (;;) {
    const before = totals.faults.crash;
    const { result, crashed } = await strike(() => sendCheckout(shop, buyer, body, at));
    // Checkouts in one process share reads: one that dies in a read fails all that wait for it.
    const died = crashed || totals.faults.crash > before;
    if (died && result.status === 500) {
      totals.died++;
      continue;
    }
    assert.ok(result.status < 500, result.body);
    // A 409 means that all retries met conflicts: send it again.
    if (result.status !== 409) return result;
  }
}

function sendCheckout(shop: Shop, { token, cartId }: Buyer, body: object, at?: number): Promise<DirectReply> {
  return invokeDirect(CHECKOUT, {
    params: { storeId: shop.id, cartId },
    body: JSON.stringify(body),
    token,
    headers: at === undefined ? {} : { "x-local-time": String(at) },
  });
}

/** Writes visitors with carts directly, without the requests that would create them. */
export async function buyersOf(
  shop: Shop,
  { product_id, variant_id }: Goods,
  count: number,
  quantity: () => number,
  lines = 1,
): Promise<Buyer[]> {
  const ctx = testContext();
  const business = await getTenant(ctx, shop.id);
  const made: Buyer[] = [];
  await inParallel(count, 8, async () => {
    const now = ctx.now();
    const contact_id = newId("con", ctx.clock());
    const sessionId = newId("cses", ctx.clock());
    const token = newAddressedToken(TOKEN_PREFIX.visitor, shop.id, sessionId);
    const items = Array.from(
      { length: lines },
      (_, index): CartLine => ({
        type: "product",
        id: newId("line", ctx.clock()),
        product_id,
        variant_id,
        quantity: quantity(),
        price: index === 0 ? null : 1000 + index,
        added_price: null,
      }),
    );
    const cart = newCart(ctx, business, {
      contact_id,
      origin: "storefront",
      market: "eu",
      items,
      shipping_address: { company: null, street2: null, state: null, phone: null, email: null, ...BERLIN },
    });
    await transact(ctx, [
      carts.create(cart),
      contacts.create(
        Contact.parse({
          id: contact_id,
          store_id: shop.id,
          email: null,
          verified: false,
          status: "active",
          created_at: now,
          updated_at: now,
        }),
      ),
      contactSessions.create({
        id: sessionId,
        store_id: shop.id,
        contact_id,
        hash: hash(token),
        status: "active",
        created_at: now,
        expires_at: now + 30 * 86_400,
      }),
    ]);
    made.push({ token, cartId: cart.id });
  });
  return made;
}
