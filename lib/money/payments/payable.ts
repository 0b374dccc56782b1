import type { Context } from "#core/context.ts";
import type { ApiError } from "#core/errors.ts";
import type { RefundableBalance } from "./refund-permission.ts";
import type { RefundRule } from "./schema.ts";

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
  applyPayment(ctx: Context, tenantId: string, reference: string, paymentId: string): Promise<unknown>;
  /** What its absence is answered with; left out for what is not refunded by its id. */
  notFound?(): ApiError;
  /** What can be given back of it; `undefined` where there is no such thing. Left out for what is not refunded by its id. */
  refundableBalance?(
    ctx: Context,
    tenantId: string,
    reference: string,
  ): Promise<RefundableBalance | undefined>;
  /** Refunds it, where more than its payment changes by that. It asks itself whether the caller may. */
  refund?(
    ctx: Context,
    tenantId: string,
    reference: string,
    asked: { amount: number | undefined; refund: RefundRule; refund_id: string | null | undefined },
  ): Promise<RefundResult>;
}

export interface RefundResult {
  id: string;
  /** As its caller named it, or its id. */
  refund_id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: "pending" | "succeeded";
  created_at: number;
}
