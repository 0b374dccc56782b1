import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { cartLife, dueOf } from "#lib/commerce/carts/lifecycle.ts";
import { newCart } from "#lib/commerce/carts/record.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";
import { testContext } from "#test/support/world.ts";

const NOW = 1_790_000_000;
const freshCart = newCart(
  testContext({ now: () => NOW }),
  { id: "store_1", configs: {} },
  { contact_id: null, origin: "storefront", market: "us" },
);

test("every transition of a cart has the outcome that its table declares", () => {
  const wrong = wrongTransitions(cartLife, {
    snapshots: (state) =>
      cartLife.states
        .filter((status) => status === state)
        .map((status) => ({ cart: { ...freshCart, status, converted_order_id: "ord_1" } })),
    events: [
      { type: "changed", abandonedAfter: DAY, now: NOW },
      { type: "order placed", orderId: "ord_1", isBought: false, now: NOW },
      { type: "order finalized", orderId: "ord_1" },
      { type: "order failed", orderId: "ord_1", abandonedAfter: DAY, now: NOW },
      { type: "order failed", orderId: "ord_2", abandonedAfter: DAY, now: NOW },
      { type: "merged into another cart", into: "cart_2", now: NOW },
      { type: "became due", now: NOW },
      { type: "became due", now: NOW + DAY },
      { type: "became due", now: NOW + 30 * DAY },
    ],
  });
  expect(wrong).toEqual([]);
});

test("a cart is due to be abandoned, then to expire, and then never again", () => {
  const after = (now: number) => cartLife.transition({ cart: freshCart }, { type: "became due", now }).record;
  const [early, forgotten, over] = [after(NOW + DAY - 1), after(NOW + DAY), after(NOW + 30 * DAY)];
  expect([early, forgotten, over].map(({ status }) => status)).toEqual(["active", "abandoned", "expired"]);
  expect([early, forgotten, over].map(dueOf)).toEqual([NOW + DAY, NOW + 30 * DAY, null]);
});

test("only a cart's own order marks it as bought or reopens it", () => {
  const order = { type: "order placed", orderId: "ord_1", isBought: false, now: NOW } as const;
  const { record: cart } = cartLife.transition({ cart: freshCart }, order);
  const buy = (orderId: string) =>
    cartLife.transition({ cart }, { type: "order finalized", orderId }).record.is_bought;
  expect([buy("ord_1"), buy("ord_2")]).toEqual([true, false]);
  const bought = { ...cart, is_bought: true };
  const lost = { type: "order failed", orderId: "ord_1", abandonedAfter: DAY, now: NOW } as const;
  expect(cartLife.transition({ cart: bought }, lost).record).toEqual(bought);
  expect(cartLife.transition({ cart }, lost).record).toMatchObject({
    status: "active",
    converted_order_id: null,
  });
});
