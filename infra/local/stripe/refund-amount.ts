import type Stripe from "stripe";
import { Refusal } from "./refusal.ts";

interface RefundLimits {
  /** The part of the charge that was not refunded yet, in minor units. */
  left: number;
  asked: string | undefined;
  /** Whether the balance is too low for refunds. */
  lacksMoney: boolean;
}

/** The amount of a refund. Throws a Refusal in the cases in which Stripe refuses a refund. */
export function amountToRefund(
  { latest_charge }: Stripe.PaymentIntent,
  { left, asked, lacksMoney }: RefundLimits,
): number {
  const amount = Number(asked ?? left);
  if (left === 0)
    throw new Refusal(`Charge ${String(latest_charge)} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  if (lacksMoney)
    throw new Refusal("You have insufficient funds in your Stripe account for this transfer.", {
      code: "balance_insufficient",
    });
  if (!Number.isInteger(amount) || amount < 1)
    throw new Refusal("Invalid positive integer", { param: "amount" });
  if (amount > left)
    throw new Refusal("Refund amount is greater than unrefunded amount on charge", { param: "amount" });
  return amount;
}
