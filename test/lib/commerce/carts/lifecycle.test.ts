import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { cartLife, dueOf } from "#lib/commerce/carts/lifecycle.ts";
import { newCart } from "#lib/commerce/carts/record.ts";
import { wrongCells } from "#test/support/lives.ts";
import { testContext } from "#test/support/world.ts";

const NOW = 1_790_000_000;
const fresh = newCart(
  testContext({ now: () => NOW }),
  { id: "store_1", configs: {} },
  { contact_id: null, origin: "storefront", market: "us" },
);

test("every cell of a cart's table leads where it says", () => {
  const wrong = wrongCells(cartLife, {
    wholes: (state) =>
      cartLife.states
        .filter((status) => status === state)
        .map((status) => ({ cart: { ...fresh, status, converted_order_id: "ord_1" } })),
    happenings: [
      { is: "be changed", abandonedAfter: DAY, now: NOW },
      { is: "be ordered", orderId: "ord_1", isBought: false, now: NOW },
      { is: "be bought", orderId: "ord_1" },
      { is: "lose its order", orderId: "ord_1", abandonedAfter: DAY, now: NOW },
      { is: "lose its order", orderId: "ord_2", abandonedAfter: DAY, now: NOW },
      { is: "be joined", into: "cart_2", now: NOW },
      { is: "come due", now: NOW },
      { is: "come due", now: NOW + DAY },
      { is: "come due", now: NOW + 30 * DAY },
    ],
  });
  expect(wrong).toEqual([]);
});

test("a cart is due when it counts as forgotten, then when it is given up, and no more when it is over", () => {
  const after = (now: number) => cartLife.step({ cart: fresh }, { is: "come due", now }).record;
  const [early, forgotten, over] = [after(NOW + DAY - 1), after(NOW + DAY), after(NOW + 30 * DAY)];
  expect([early, forgotten, over].map(({ status }) => status)).toEqual(["active", "abandoned", "expired"]);
  expect([early, forgotten, over].map(dueOf)).toEqual([NOW + DAY, NOW + 30 * DAY, null]);
});

test("only the order that a cart became makes it bought, or gives it back", () => {
  const order = { is: "be ordered", orderId: "ord_1", isBought: false, now: NOW } as const;
  const { record: cart } = cartLife.step({ cart: fresh }, order);
  const buy = (orderId: string) => cartLife.step({ cart }, { is: "be bought", orderId }).record.is_bought;
  expect([buy("ord_1"), buy("ord_2")]).toEqual([true, false]);
  const bought = { ...cart, is_bought: true };
  const lost = { is: "lose its order", orderId: "ord_1", abandonedAfter: DAY, now: NOW } as const;
  expect(cartLife.step({ cart: bought }, lost).record).toEqual(bought);
  expect(cartLife.step({ cart }, lost).record).toMatchObject({ status: "active", converted_order_id: null });
});
