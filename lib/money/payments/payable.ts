import type { Context } from "#core/context.ts";
import type { ApiError } from "#core/errors.ts";

/**
 * A kind of thing that is paid for. It lies to the right of money, which knows it by this alone; the list of all is
 * `functions/payables.ts`.
 */
export interface Payable {
  /** What `reservation:<id>` calls it. */
  readonly name: string;
  /** Whether a payment's reference is of this kind. */
  owns(reference: string): boolean;
  /** Brings the thing to where its payment is now; safe to run at any time and any number of times. */
  settle(ctx: Context, tenantId: string, reference: string, paymentId: string): Promise<unknown>;
  /** What its absence is answered with; left out for what is not refunded by its id. */
  missing?(): ApiError;
  exists?(tenantId: string, reference: string): Promise<boolean>;
  /** Refunds it, where more than its payment changes by that. */
  refund?(ctx: Context, tenantId: string, reference: string, amount: number | undefined): Promise<RefundMade>;
}

export interface RefundMade {
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: "pending" | "succeeded";
  created_at: number;
}
