import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { supportInbox } from "#functions/engagement/support/routes.ts";
import { today } from "#functions/system/today/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { type Random, seeded } from "#test/support/random.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent, openConversation, pressButton } from "#test/support/support.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";

const ROUNDS = 6;
const TO_DO = ["confirm", "ship", "collect", "pay", "return"] as const;

/** Does one thing at random with an order; what its status does not allow is refused. */
async function changeAtRandom(random: Random, shop: Shop, orderId: string): Promise<void> {
  const here = { params: { storeId: shop.id, orderId }, as: shop.owner };
  const { items } = await ok(orders.getOrder, here);
  const lines = [{ order_item_id: random.pick(items).id, quantity: 1 }];
  await random.pick([
    () => call(orders.fulfilOrder, { ...here, body: { lines } }),
    () => call(orders.updateOrder, { ...here, body: { paid: true } }),
    () => call(orders.updateOrder, { ...here, body: { confirm: true } }),
    () => call(orders.updateOrder, { ...here, body: { cancel: true } }),
    () => call(orders.askReturn, { ...here, body: { lines } }),
    () => call(orders.refundOrder, { ...here, body: {} }),
    () => call(orders.tagOrder, { ...here, body: { tags: ["seen"] } }),
  ])();
}

/** Orders something, paid in cash, by a card, or not yet. Haircuts of different rounds have different hours. */
async function orderAtRandom(random: Random, shop: Shop, round: number): Promise<string> {
  const item = random.pick([shop.mug, { ...shop.mug, quantity: 2 }, shop.voucher, haircut(shop, round)]);
  const buyer = await visitorWithCart(shop, [item]);
  const placed = await checkout(shop.id, buyer, random.pick([BY_CASH, BY_CARD]));
  if (placed.checkoutUrl && random.chance(0.5)) await pay(placed.checkoutUrl);
  return placed.order_id;
}

test("after any changes, each count of orders and conversations is that of the list behind it", async () => {
  await seeded(async (random) => {
    const shop = await openShop({ units: 100 });
    const params = { storeId: shop.id };
    const as = shop.owner;
    await makeAgent(shop);
    const placed: string[] = [];
    const talks: Awaited<ReturnType<typeof openConversation>>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      placed.push(await orderAtRandom(random, shop, round));
      const talk = await openConversation(shop.id);
      talks.push(talk);
      await pressButton(talk.talk, random.pick(["Person", "Order"]));
      // Changes of one order at once are allowed too: one of them may be refused.
      await Promise.all(Array.from({ length: 5 }, () => changeAtRandom(random, shop, random.pick(placed))));
      const { id } = random.pick(talks);
      const conversation = { params: { ...params, conversationId: id }, as };
      await random.pick([
        () => call(supportInbox.replyToVisitor, { ...conversation, body: { content: "Here I am." } }),
        () => ok(supportInbox.resolveConversation, conversation),
        () => ok(supportInbox.assignConversation, { ...conversation, body: { account_id: as.id } }),
      ])();
      await waitForWorkers(shop.id);
      const counts = await ok(today.getToday, { params, as });
      const listed = async (query: Record<string, string>) => {
        const found = await ok(orders.listOrders, {
          params,
          as,
          query: { ...query, limit: "100", count: "true" },
        });
        expect(found.count).toEqual({ value: found.items.length, exact: true });
        return found.items.length;
      };
      const behind: Record<string, number> = {};
      for (const each of TO_DO) behind[each] = await listed({ to_do: each });
      expect(counts.orders).toEqual(behind);
      const inbox = async (query: Record<string, string>) =>
        (await ok(supportInbox.listConversations, { params, as, query })).items.length;
      expect(counts.conversations).toEqual({
        waiting: await inbox({ waiting: "true" }),
        mine: await inbox({
          assigned_account_id: shop.owner.id,
          statuses: "active,ai_mode,escalated",
        }),
      });
    }
    // The lists themselves know all that the orders say.
    const all = await ok(orders.listOrders, { params, as, query: { limit: "100" } });
    const byHand = TO_DO.map((each) => all.items.filter(({ to_do }) => to_do.includes(each)).length);
    expect(Object.values((await ok(today.getToday, { params, as })).orders)).toEqual(byHand);
  });
});
