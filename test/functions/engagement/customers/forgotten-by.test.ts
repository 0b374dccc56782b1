import { expect, test } from "vitest";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { customers, customerWorkers } from "#functions/tenancy/customers/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { call, ok } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { newEmail } from "#test/support/world.ts";

const { forgetContact } = orderWorkers;
const { forgetFiled } = customerWorkers;

test.each([
  { first: forgetContact, second: forgetFiled },
  { first: forgetFiled, second: forgetContact },
])(
  "$first.id before $second.id removes a visitor and the customer of that visitor alone",
  async ({ first, second }) => {
    const shop = await openShop();
    const at = { params: { storeId: shop.id }, as: shop.owner };
    const email = newEmail();
    const bought = await visitorWithCart(shop, [shop.mug, haircut(shop)]);
    await checkout(shop.id, bought, { ...BY_CASH, email });
    await waitForWorkers(shop.id);
    const { items: cards } = await ok(customers.listCustomers, { ...at, query: { email } });
    expect(cards).toHaveLength(1);
    await whileQueueHeld(shop, second, async () => {
      await ok(storefrontAccount.deleteCurrentContact, { params: at.params, as: bought.as });
      await waitForEvents(shop, first, ["order.updated", "reservation.updated", "contact.deleted"]);
    });
    await waitForWorkers(shop.id);
    const params = { ...at.params, contactId: cards[0]?.id ?? "" };
    expect((await call(customers.getCustomer, { params, as: shop.owner })).status).toBe(404);
  },
);
