import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders as routes } from "#functions/commerce/orders/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { cashCounts } from "#lib/money/payments/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { auditStock, BY_CASH, ordersOf } from "#test/support/orders.ts";
import { inParallel, type Random, randomFrom } from "#test/support/random.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { newEmail, testContext } from "#test/support/world.ts";

const DAY = 86_400;

export type Buyer = Awaited<ReturnType<typeof makeBuyer>>;
export function makeBuyer(shop: Shop, quantity = 1) {
  return visitorWithCart(shop, [{ ...shop.mug, quantity }]);
}

let networkCount = 0;
/** An IP address in a network that nobody else has. */
export const newIp = () => `10.${(networkCount >> 8) & 255}.${networkCount++ & 255}.7`;

/** Marks a buyer's email address as verified without sending a code. */
export async function verifyEmail({ id: store_id }: Shop, { contactId: id }: Buyer, email = newEmail()) {
  await withRetries(async () => {
    const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND());
    await transact(testContext(), [contacts.replace(contact, { ...contact, email, verified: true })]);
  });
}

/** Checks out a cart in this process, so that this process's budgets apply. */
export async function checkOutCart(
  shop: Shop,
  { as, cart }: Buyer,
  {
    email = newEmail(),
    ip = newIp(),
    ...body
  }: { email?: string; ip?: string; payment_method_key?: string } = {},
) {
  const { status, body: text } = await invokeDirect(storefrontCarts.checkoutVisitorCart, {
    params: { storeId: shop.id, cartId: cart.id },
    token: as.token,
    sourceIp: ip,
    body: JSON.stringify({ ...BY_CASH, email, ...body }),
  });
  return { status, body: JSON.parse(text) };
}

/** The shop's cash counters that are not zero, by name. */
export async function cashCountersOf({ id }: Pick<Shop, "id">): Promise<Record<string, number>> {
  const found = await itemsOfPartitions(...cashCounts.partitions({ tenant_id: id }));
  const all = found.map((item) => cashCounts.parse(item));
  return Object.fromEntries(all.filter(({ held }) => held !== 0).map(({ name, held }) => [name, held]));
}

/** The cash counters that the shop's open orders add up to. */
async function expectedCounters({ id }: Shop): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { status, payment_status, cash_holds } of await ordersOf(id)) {
    const isOpen = status !== "cancelled" && status !== "completed" && payment_status === "unpaid";
    assert.ok(isOpen || cash_holds.length === 0, "a paid or ended order still counts");
    for (const { name, units } of cash_holds) sums[name] = (sums[name] ?? 0) + units;
  }
  return sums;
}

/**
 * Strangers with few emails and networks order for cash while staff record payments and cancel, often twice at once.
 * No counter ever exceeds its limit, and in the end each equals the sum over the open orders.
 */
export async function proveCashCounters(
  random: Random,
  runs: number,
): Promise<{ placed: number; refused: number }> {
  const count = { placed: 0, refused: 0 };
  const seeds = Array.from({ length: runs }, () => random.int(2 ** 31));
  await inParallel(runs, 2, async (run) => {
    const own = randomFrom(seeds[run] ?? 0);
    const shop = await openShop({ units: 40 });
    const emails = [newEmail(), newEmail(), newEmail()];
    const ips = [newIp(), newIp()];
    const ids: string[] = [];
    const place = async () => {
      const buyer = await makeBuyer(shop, 1 + own.int(3));
      const twice = own.chance(0.2) ? 2 : 1;
      const email = own.pick(emails);
      const ip = own.pick(ips);
      const replies = await Promise.all(
        Array.from({ length: twice }, () => checkOutCart(shop, buyer, { email, ip })),
      );
      for (const { status, body } of replies) {
        if (status === 201) count.placed++;
        if (status === 201 || status === 200) ids.push(body.order_id);
        else {
          assert.ok(["ORDER.FAILED_CREATE", "GENERAL.CONFLICT"].includes(body.error), JSON.stringify(body));
          count.refused++;
        }
      }
    };
    const staff = async (body: object) => {
      if (ids.length === 0) return;
      const orderId = own.pick(ids);
      const one = () =>
        invokeDirect(routes.updateOrder, {
          params: { storeId: shop.id, orderId },
          token: shop.owner.token,
          body: JSON.stringify(body),
        });
      await Promise.all(own.chance(0.5) ? [one(), one()] : [one()]);
    };
    const expire = async () => {
      const id = ids.length > 0 ? own.pick(ids) : "";
      const at = Math.floor(Date.now() / 1000) + 31 * DAY;
      if (id) await withRetries(() => processDueOrder(testContext({ clock: () => at }), shop.id, id));
    };
    const acts = [place, place, place, () => staff({ cancel: true }), () => staff({ paid: true }), expire];
    for (let step = 0; step < 12; step++) {
      await Promise.all(own.chance(0.4) ? [own.pick(acts)(), own.pick(acts)()] : [own.pick(acts)()]);
      for (const [name, held] of Object.entries(await cashCountersOf(shop))) {
        const most = name.startsWith("level#") ? 5 : name.includes("#network#") ? 10 : 3;
        assert.ok(held > 0 && held <= most, `${name} is ${held}`);
      }
    }
    assert.deepEqual(await cashCountersOf(shop), await expectedCounters(shop));
    await auditStock(shop.id, [shop.mug], 40);
  });
  return count;
}

export function updateOrder(shop: Shop, orderId: string, body: { paid?: boolean; cancel?: boolean }) {
  return ok(routes.updateOrder, { params: { storeId: shop.id, orderId }, as: shop.owner, body });
}
