import type Stripe from "stripe";
import { Refusal } from "./refusal.ts";

interface Asked {
  /** What of the charge has not gone back. */
  left: number;
  asked: string | undefined;
  /** Whether the account has too little money to give any back. */
  lacksMoney: boolean;
}

/** What a refund comes to; throws what Stripe refuses. */
export function amountToRefund(
  { latest_charge }: Stripe.PaymentIntent,
  { left, asked, lacksMoney }: Asked,
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
