import { expect, test } from "vitest";
import { table } from "#core/dynamo/client.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { inParallel } from "#test/support/random.ts";
import { createGoods, haircut, openShop, visitorWithCart } from "#test/support/shop.ts";

test("the largest checkout is one transaction of at most 100 items and 4 MB", async () => {
  const shop = await openShop();
  const sold = await inParallel(36, 6, (index) =>
    createGoods(shop, `thing-${index}`, { amount: 100 + index, units: 5 }),
  );
  await ok(promoCodes.createPromoCode, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: {
      code: "BIG",
      discounts: [{ type: "ITEMS_FIXED", market_id: "eu", amount: 50 }],
      conditions: [{ type: "MAX_USES_PER_USER", value: { type: "COUNT", value: 3 } }],
    },
  });
  // Slots on twelve days, so that each touches its own provider day.
  const slots = Array.from({ length: 12 }, (_, day) => ({
    from: (haircut(shop).slots[0]?.from ?? 0) + day * 86_400,
  }));
  const forms = [{ form_id: null, fields: [{ key: "note", value: "x".repeat(19_000) }] }];
  const { as, cart } = await visitorWithCart(
    shop,
    [...sold, ...[0, 1, 2].map((part) => ({ ...haircut(shop), slots: slots.slice(part * 4, part * 4 + 4) }))],
    { promo_code: "BIG", forms },
  );
  const seen: { items: number; bytes: number }[] = [];
  table().middlewareStack.add(
    (next, context) => async (args) => {
      if (/^TransactWrite/.test(String(context.commandName))) {
        const { TransactItems: items = [] } = args.input as { TransactItems?: unknown[] };
        seen.push({ items: items.length, bytes: Buffer.byteLength(JSON.stringify(items)) });
      }
      return next(args);
    },
    { step: "initialize", name: "count" },
  );
  const { status, body } = await invokeDirect(
    { ...storefrontCarts.checkoutVisitorCart, timeout: 60 },
    {
      params: { storeId: shop.id, cartId: cart.id },
      token: as.token,
      body: JSON.stringify(BY_CARD),
      headers: { "idempotency-key": "largest" },
    },
  ).finally(() => table().middlewareStack.remove("count"));
  expect(status, body).toBe(201);
  const [largest] = seen.toSorted((one, other) => other.items - one.items);
  console.info(`The largest checkout: ${largest?.items} items, ${largest?.bytes} bytes.`);
  expect(largest?.items).toBeLessThanOrEqual(100);
  expect(largest?.bytes).toBeLessThan(4 * 1024 * 1024);
});
