import { expect } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { paymentReturns } from "#functions/money/payments/routes.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { ok } from "./client.ts";
import { invokeDirect } from "./direct.ts";
import { checkout } from "./orders.ts";
import { decidePayment, type Outcome, refundAtSandbox } from "./payments.ts";
import { haircut, type Shop, visitorWithCart } from "./shop.ts";
import { eventually } from "./world.ts";

export type LineMaker = (shop: Shop, hour: number) => Record<string, unknown>;
export const haircutLine: LineMaker = (shop, hour) => haircut(shop, hour);
export const voucherLine: LineMaker = ({ voucher: goods }) => ({ ...goods, quantity: 1 });

/** An order by credit card with one line, before any callback. */
export async function orderByCard(shop: Shop, line: LineMaker, hour = 0) {
  const { order_id: id, payment } = await checkout(shop.id, await visitorWithCart(shop, [line(shop, hour)]));
  const key = { tenant_id: shop.id, payment_id: payment.id ?? "", n: 1 };
  return {
    id,
    key,
    is: (outcome: Outcome) => decidePayment(shop.id, key.payment_id, outcome),
    givenBack: async () => {
      await decidePayment(shop.id, key.payment_id, "captured");
      await refundAtSandbox(shop.id, key.payment_id, id);
    },
  };
}
export type CardOrder = Awaited<ReturnType<typeof orderByCard>>;

export const readOrder = (shop: Shop, orderId: string) =>
  ok(orders.getOrder, { params: { storeId: shop.id, orderId }, as: shop.owner });

/** Waits until an order's payment is authorized. */
export const waitUntilAuthorized = (shop: Shop, { id }: Pick<CardOrder, "id">) =>
  eventually(
    async () => (await readOrder(shop, id)).payment_status === "authorized",
    `the authorization of ${id}`,
  );

/** Opens the URL to which a payment page sends its buyer. */
export async function returnFromPaymentPage({ key }: CardOrder): Promise<void> {
  const page = (await attempts.find(key))?.return_page ?? "";
  const params = { returnId: page.slice(page.lastIndexOf("/") + 1) };
  expect((await invokeDirect(paymentReturns.returnFromPayment, { params })).status).toBeLessThan(400);
}
