import type Stripe from "stripe";
import { Refusal } from "./refusal.ts";

interface RefundLimits {
  /** The part of the charge that was not refunded yet, in minor units. */
  unrefunded: number;
  requested: string | undefined;
  /** Whether the balance is too low for refunds. */
  lacksMoney: boolean;
}

/** The amount of a refund. Throws a Refusal in the cases in which Stripe refuses a refund. */
export function amountToRefund(
  { latest_charge }: Stripe.PaymentIntent,
  { unrefunded, requested, lacksMoney }: RefundLimits,
): number {
  const amount = Number(requested ?? unrefunded);
  if (unrefunded === 0)
    throw new Refusal(`Charge ${String(latest_charge)} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  if (lacksMoney)
    throw new Refusal("You have insufficient funds in your Stripe account for this transfer.", {
      code: "balance_insufficient",
    });
  if (!Number.isInteger(amount) || amount < 1)
    throw new Refusal("Invalid positive integer", { param: "amount" });
  if (amount > unrefunded)
    throw new Refusal("Refund amount is greater than unrefunded amount on charge", { param: "amount" });
  return amount;
}
