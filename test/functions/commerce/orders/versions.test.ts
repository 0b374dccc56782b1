import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { conflictAt } from "#test/proofs/table-faults.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { interceptCalls } from "#test/support/table.ts";

/** More conflicts in a row than one transaction is tried. */
const STORM = 7;

async function placedOrder() {
  const shop = await openShop();
  const { order_id: orderId } = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  const params = { storeId: shop.id, orderId };
  const read = () => ok(orders.getOrder, { params, as: shop.owner });
  const put = (body: object) =>
    invokeDirect(orders.updateOrder, { params, token: shop.owner.token, body: JSON.stringify(body) });
  return { read, put };
}

test("a change of several steps that meets a conflict later is finished and not refused", async () => {
  const { read, put } = await placedOrder();
  const { version } = await read();
  let transactions = 0;
  const { status, body } = await interceptCalls(
    async (command, next, input) => {
      if (!command.startsWith("TransactWrite")) return next();
      const { length } = (input as { TransactItems: unknown[] }).TransactItems;
      if (++transactions > 1 && transactions <= 1 + STORM) throw conflictAt(0, length);
      return next();
    },
    () => put({ version, billing_address: BERLIN, paid: true }),
  );
  expect(transactions).toBeGreaterThan(STORM);
  expect([status, JSON.parse(body).error]).toEqual([200, undefined]);
  const { payment_status, billing_address, history } = await read();
  expect({ payment_status, billing_address }).toMatchObject({
    payment_status: "paid",
    billing_address: BERLIN,
  });
  expect(history.filter(({ action }) => action === "changed")).toHaveLength(1);
});

test.each([{ cancel: true }, { confirm: true }, { paid: true }])(
  "an order that changed after its version was compared is not changed by %j",
  async (action) => {
    const { read, put } = await placedOrder();
    const { version } = await read();
    let isChanged = false;
    const reply = await interceptCalls(
      async (_, next, input) => {
        const answer = await next();
        const isRead = JSON.stringify(input).includes("#ORDER");
        if (isRead && !isChanged) {
          isChanged = true;
          expect((await put({ billing_address: BERLIN })).status).toBe(200);
        }
        return answer;
      },
      () => put({ ...action, version }),
    );
    expect(isChanged).toBe(true);
    const unchanged = "confirm" in action ? [200, 409] : [409];
    expect(unchanged).toContain(reply.status);
    expect(await read()).toMatchObject({ status: "confirmed", payment_status: "unpaid" });
  },
);
