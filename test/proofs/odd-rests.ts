import { orders } from "#functions/commerce/orders/routes.ts";
import { fromStripe } from "#lib/money/payments/stripe-currency.ts";
import { call, ok } from "#test/support/client.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually } from "#test/support/world.ts";
import { threeOf } from "./exact-refunds.ts";

/** An order of three things that is paid at Stripe, and the desk of the shop's account there. */
export async function paidAtStripe(currency: Parameters<typeof threeOf>[1], amount: number) {
  const { at, total, desk } = await threeOf("stripe", currency, amount);
  if (!desk) throw new Error("The shop has no account at Stripe.");
  const read = () => ok(orders.getOrder, at);
  const [session] = (await desk.books()).sessions;
  const intent = session?.intent ?? "";
  return {
    total,
    read,
    refund: (body: object = {}) => call(orders.refundOrder, { ...at, body }),
    cancel: () => ok(orders.updateOrder, { ...at, body: { cancel: true } }),
    /** Has the buyer's bank ask for so much, counted as Stripe counts; what it comes to here is on the order then. */
    dispute: async (sent: number) => {
      const dispute = await desk.dispute(intent, sent);
      const asked = fromStripe(sent, currency);
      await eventually(async () => (await read()).payment.refund_pending === asked, "what the bank asks for");
      return (status: "won" | "lost") => desk.closeDispute(dispute, status);
    },
    /** The order once nothing of its money is under way. */
    rests: async (refunded: number) => {
      await waitForWorkers(at.params.storeId);
      return eventually(async () => {
        const found = await read();
        const { payment } = found;
        return payment.refund_pending === 0 && payment.refunded === refunded && found;
      }, `an order at rest that gave back ${refunded}`);
    },
    /** What went back at Stripe without any bank, counted as here. */
    sent: async () => {
      const { refunds } = await desk.books();
      return refunds.reduce((sum, { amount }) => sum + fromStripe(amount, currency), 0);
    },
  };
}
