import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, newEmail } from "#test/support/world.ts";

test("a customer's order totals, and lists sorted by them, follow payments and refunds soon", async () => {
  const shop = await openShop({ units: 20 });
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [often, once] = [newEmail(), newEmail()];
  const bought = async (email: string) => {
    const buyer = await visitorWithCart(shop, [shop.mug]);
    const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email });
    const at = { params: { ...params, orderId }, as };
    await ok(orders.updateOrder, { ...at, body: { confirm: true, paid: true } });
    return ok(orders.getOrder, at);
  };
  const [first, second] = [await bought(often), await bought(often)];
  const other = await bought(once);
  const list = async (query: Record<string, string>) =>
    (await ok(customers.listCustomers, { params, as, query })).items;
  const bySpent = { sort_field: "spent", currency: "EUR" };
  const [most, least] = await eventually(async () => {
    const found = await list(bySpent);
    return found[0]?.totals.orders === 2 && found.length === 2 && found;
  }, "the customers by what they spent");
  expect(most?.totals).toEqual({
    orders: 2,
    spent: { EUR: first.total + second.total },
    refunded: {},
    first_order_at: first.created_at,
    last_order_at: second.created_at,
    appointments: 0,
    no_shows: 0,
    complete: true,
  });
  expect(least).toMatchObject({ id: other.customer_id, totals: { spent: { EUR: other.total } } });
  expect((await list({ sort_field: "last_order_at", sort_direction: "asc" })).length).toBe(2);
  expect(await list({ sort_field: "spent", currency: "USD" })).toEqual([]);
  const { version } = most ?? {};
  expect(version).toBe(1);
  await ok(orders.refundOrder, {
    params: { ...params, orderId: first.id },
    as,
    body: { amount: first.total },
  });
  await ok(orders.updateOrder, { params: { ...params, orderId: second.id }, as, body: { cancel: true } });
  const after = await eventually(async () => {
    const [found] = await list({ ids: most?.id ?? "" });
    return found?.totals.orders === 1 && Object.keys(found.totals.spent).length === 0 && found;
  }, "the totals after a refund and a cancellation");
  expect(after.totals.refunded).toEqual({ EUR: first.total + second.total });
});
