import type { Context } from "#core/context.ts";
import type { ApiError } from "#core/errors.ts";
import type { RefundableBalance } from "./refund-permission.ts";
import type { RefundRule } from "./schema.ts";

/**
 * A kind of thing that is paid for, such as orders. `functions/payables.ts` lists all, so that payments depend
 * on none of them.
 */
export interface Payable {
  /** The prefix in `reservation:<id>`. */
  readonly name: string;
  owns(reference: string): boolean;
  /** Updates the thing to the state of its payment. Safe to repeat. */
  applyPayment(ctx: Context, tenantId: string, reference: string, paymentId: string): Promise<unknown>;
  /** The error for a thing that does not exist; left out for kinds that are not refunded by id. */
  notFound?(): ApiError;
  /** What can be refunded of a thing; `undefined` if it does not exist. Left out for kinds not refunded by id. */
  refundableBalance?(
    ctx: Context,
    tenantId: string,
    reference: string,
  ): Promise<RefundableBalance | undefined>;
  /** Refunds a thing of a kind where more changes than its payment. It checks the caller's permission itself. */
  refund?(
    ctx: Context,
    tenantId: string,
    reference: string,
    asked: { amount: number | undefined; refund: RefundRule; refund_id: string | null | undefined },
  ): Promise<RefundResult>;
}

export interface RefundResult {
  id: string;
  /** The caller's idempotency key, else the refund's id. */
  refund_id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: "pending" | "succeeded";
  created_at: number;
}
