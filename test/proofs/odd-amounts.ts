import { orders } from "#functions/commerce/orders/routes.ts";
import { fromStripe } from "#lib/money/payments/stripe-currency.ts";
import { call, ok } from "#test/support/client.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually } from "#test/support/world.ts";
import { orderOfThree } from "./exact-refunds.ts";

/** An order of three units paid at Stripe, with controls of the store's account there. */
export async function paidAtStripe(currency: Parameters<typeof orderOfThree>[1], amount: number) {
  const { at, total, desk } = await orderOfThree("stripe", currency, amount);
  if (!desk) throw new Error("The shop has no account at Stripe.");
  const read = () => ok(orders.getOrder, at);
  const [session] = (await desk.books()).sessions;
  const intent = session?.intent ?? "";
  return {
    total,
    read,
    refund: (body: object = {}) => call(orders.refundOrder, { ...at, body }),
    cancel: () => ok(orders.updateOrder, { ...at, body: { cancel: true } }),
    /** Opens a dispute about an amount in Stripe's units and waits until the order shows it. */
    dispute: async (sent: number) => {
      const dispute = await desk.dispute(intent, sent);
      const asked = fromStripe(sent, currency);
      await eventually(async () => (await read()).payment.refund_pending === asked, "what the bank asks for");
      return (status: "won" | "lost") => desk.closeDispute(dispute, status);
    },
    /** Waits until this amount is refunded and no refund is pending; returns the order. */
    rests: async (refunded: number) => {
      await waitForWorkers(at.params.storeId);
      return eventually(async () => {
        const found = await read();
        const { payment } = found;
        return payment.refund_pending === 0 && payment.refunded === refunded && found;
      }, `an order that refunded ${refunded}`);
    },
    /** The sum of refunds at Stripe, without disputes, in the order's minor units. */
    sent: async () => {
      const { refunds } = await desk.books();
      return refunds.reduce((sum, { amount }) => sum + fromStripe(amount, currency), 0);
    },
  };
}
