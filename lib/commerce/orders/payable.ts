import { ORDER } from "#lib/commerce/carts/errors.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import { refundOrder } from "./refund.ts";
import { settleOrder } from "./settle.ts";
import { orderStanding } from "./standing.ts";

/** Orders as payments know them. */
export const orderPayable: Payable = {
  name: "order",
  owns: (reference) => reference.startsWith("order_"),
  settle: (ctx, storeId, orderId) => settleOrder(ctx, storeId, orderId),
  missing: () => ORDER.NOT_FOUND(),
  standing: orderStanding,
  refund: async (ctx, storeId, orderId, asked) => {
    const {
      refund_id,
      amount: given,
      status,
      payment_id,
      currency,
    } = await refundOrder(ctx, storeId, orderId, asked);
    return { id: refund_id, payment_id, amount: given, currency, status, created_at: ctx.now() };
  },
};
